//! "Did you mean ...?": the nearest known name by edit distance.

/// The candidate nearest to `name`, if it is near enough to be what was meant: a third of the
/// length in edits, at least one, and none that replaces a letter of a very short name.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = (length / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= limit)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(edits, candidate)| {
            edits <= limit && (length > 3 || letters_fit(name, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Whether the letters of one are among those of the other: `itn` and `int`, not `foo` and `for`.
fn letters_fit(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut rest: Vec<char> = long.to_ascii_lowercase().chars().collect();
    short.to_ascii_lowercase().chars().all(|letter| {
        let found = rest.iter().position(|&other| other == letter);
        found.map(|at| rest.swap_remove(at)).is_some()
    })
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`, each
/// letter edited at most once (optimal string alignment, the restricted distance of Damerau);
/// letters that differ in case only count as a half-priced edit rounded up once at the end.
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let width = b.len() + 1;
    let mut rows = vec![0; (a.len() + 1) * width];
    let at = |i: usize, j: usize| i * width + j;
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[at(i, j)] = if i == 0 || j == 0 {
                2 * (i + j)
            } else {
                let (x, y) = (a[i - 1], b[j - 1]);
                let substitution = if x == y {
                    0
                } else if x.eq_ignore_ascii_case(&y) {
                    1
                } else {
                    2
                };
                let mut best = (rows[at(i - 1, j)] + 2)
                    .min(rows[at(i, j - 1)] + 2)
                    .min(rows[at(i - 1, j - 1)] + substitution);
                if i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y {
                    best = best.min(rows[at(i - 2, j - 2)] + 2);
                }
                best
            };
        }
    }
    rows[at(a.len(), b.len())].div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("else", "else"), 0);
        assert_eq!(distance("esle", "else"), 1);
        assert_eq!(distance("asert", "assert"), 1);
        assert_eq!(distance("ELSE", "else"), 2);
        assert_eq!(distance("abc", ""), 3);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let words = ["else", "atomic", "x", "y", "for", "int", "byte"];
        assert_eq!(nearest("itn", words), Some("int"));
        assert_eq!(nearest("byt", words), Some("byte"));
        assert_eq!(nearest("foo", words), None);
        assert_eq!(nearest("esle", words), Some("else"));
        assert_eq!(nearest("atomix", words), Some("atomic"));
        assert_eq!(nearest("banana", words), None);
        assert_eq!(nearest("z", words), None);
    }
}
