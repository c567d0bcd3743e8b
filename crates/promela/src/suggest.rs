//! "Did you mean ...?": the nearest known name by edit distance.

/// The candidate nearest to `name`, if it is near enough to be what was meant: one edit for
/// short names, a third of the length for longer ones.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = (length / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= limit)
        .map(|candidate| (distance(name, candidate), candidate))
        // A one-letter name is one edit away from every other one.
        .filter(|&(edits, candidate)| {
            edits <= limit && edits < length.max(candidate.chars().count())
        })
        .min()
        .map(|(_, candidate)| candidate)
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
        let words = ["else", "atomic", "x", "y"];
        assert_eq!(nearest("esle", words), Some("else"));
        assert_eq!(nearest("atomix", words), Some("atomic"));
        assert_eq!(nearest("banana", words), None);
        assert_eq!(nearest("z", words), None);
    }
}
