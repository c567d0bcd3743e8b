use super::*;
use proptest::prelude::*;

/// A random guard over four propositions, as the list of operations that builds it.
fn build(guards: &mut Guards, ops: &[(u8, u8, u8)]) -> Guard {
    let mut made: Vec<Guard> = (0..4).map(|v| guards.var(v)).collect();
    for &(op, i, j) in ops {
        let (f, g) = (made[i as usize % made.len()], made[j as usize % made.len()]);
        made.push(match op % 4 {
            0 => guards.and(f, g),
            1 => guards.or(f, g),
            2 => guards.xor(f, g),
            _ => guards.not(f),
        });
    }
    made[made.len() - 1]
}

fn truth(guards: &Guards, f: Guard) -> u16 {
    (0..16).fold(0, |bits, l| bits | (u16::from(guards.eval(f, l)) << l))
}

proptest! {
    #[test]
    fn equal_sets_are_equal_ids(a: Vec<(u8, u8, u8)>, b: Vec<(u8, u8, u8)>) {
        let mut guards = Guards::new();
        let (f, g) = (build(&mut guards, &a), build(&mut guards, &b));
        prop_assert_eq!(truth(&guards, f) == truth(&guards, g), f == g);
        prop_assert_eq!(truth(&guards, f) & !truth(&guards, g) == 0, guards.implies(f, g));
        prop_assert_eq!(guards.pick(f).is_some_and(|l| guards.eval(f, l)), !f.is_false());
    }

    #[test]
    fn cubes_cover_exactly(a: Vec<(u8, u8, u8)>) {
        let mut guards = Guards::new();
        let f = build(&mut guards, &a);
        let cubes = guards.cubes(f, 16).expect("four variables need at most eight cubes");
        let mut all = Guard::FALSE;
        for cube in &cubes {
            let mut c = Guard::TRUE;
            for &v in &cube.positive {
                let v = guards.var(v);
                c = guards.and(c, v);
            }
            for &v in &cube.negative {
                let v = guards.var(v);
                c = guards.minus(c, v);
            }
            all = guards.or(all, c);
        }
        prop_assert_eq!(all, f);
    }

    #[test]
    fn quantification_and_renaming(a: Vec<(u8, u8, u8)>) {
        let mut guards = Guards::new();
        let f = build(&mut guards, &a);
        let e = guards.exists(f, |v| v == 1);
        let mut other = Guards::new();
        let r = other.import(&guards, f, |v| 3 - v);
        for l in 0..16u64 {
            prop_assert_eq!(guards.eval(e, l), guards.eval(f, l | 2) || guards.eval(f, l & !2));
            let reversed = (l & 1) << 3 | (l & 2) << 1 | (l & 4) >> 1 | l >> 3;
            prop_assert_eq!(other.eval(r, l), guards.eval(f, reversed));
        }
    }
}

#[test]
fn too_many_cubes_is_an_answer() {
    let mut guards = Guards::new();
    let mut parity = Guard::FALSE;
    for v in 0..64 {
        let p = guards.var(v);
        parity = guards.xor(parity, p);
    }
    assert_eq!(guards.cubes(parity, 1000), None);
}

#[test]
fn a_deep_diagram_needs_no_stack() {
    let mut guards = Guards::new();
    let mut all = Guard::TRUE;
    for v in (0..200_000).rev() {
        let p = guards.var(v);
        all = guards.and(p, all);
    }
    let none = guards.not(all);
    assert_eq!(guards.and(all, none), Guard::FALSE);
}
