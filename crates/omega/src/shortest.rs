//! The shortest way to write an ultimately periodic word.

use crate::word::{Lasso, Letter};

/// The same word with the shortest cycle, and then the shortest prefix. Equal words have equal
/// shortest forms.
pub fn shortest(word: &Lasso) -> Lasso {
    let mut prefix: Vec<Letter> = word.prefix().to_vec();
    let mut cycle: Vec<Letter> = word.cycle().to_vec();
    let n = cycle.len();
    let repeats = |p: usize| n.is_multiple_of(p) && (p..n).all(|i| cycle[i] == cycle[i - p]);
    let period = (1..n).find(|&p| repeats(p));
    cycle.truncate(period.unwrap_or(n));
    // What ends the prefix as the cycle ends can be the beginning of the cycle as well.
    let same = prefix.iter().rev().zip(cycle.iter().rev().cycle());
    let absorbed = same.take_while(|(p, c)| p == c).count();
    prefix.truncate(prefix.len() - absorbed);
    let turn = absorbed % cycle.len();
    cycle.rotate_right(turn);
    Lasso::new(prefix, cycle).expect("the cycle still has a letter")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycle_first_then_prefix() {
        let lasso = |u: &[Letter], v: &[Letter]| Lasso::new(u.to_vec(), v.to_vec());
        let short = |u, v| lasso(u, v).map(|w| shortest(&w));
        assert_eq!(short(&[], &[1, 2, 1, 2]), lasso(&[], &[1, 2]));
        assert_eq!(short(&[0, 2, 1, 2], &[1, 2]), lasso(&[0], &[2, 1]));
        assert_eq!(short(&[1, 1, 1], &[1]), lasso(&[], &[1]));
        assert_eq!(short(&[1], &[1, 2]), lasso(&[1], &[1, 2]));
        assert_eq!(short(&[2], &[1, 2]), lasso(&[], &[2, 1]));
    }
}
