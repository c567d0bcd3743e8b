//! Numbers and characters as SPIN reads them.

/// The value of `'c'` or `'\n'`, quotes included.
pub fn character(text: &str) -> Option<i32> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let value = match chars.next()? {
        '\\' => match chars.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'f' => '\u{c}',
            other => other,
        },
        plain => plain,
    };
    (chars.next().is_none()).then_some(value as i32)
}

/// The value of a decimal number and whether it fits: SPIN cuts what it reads to 32 bits.
pub fn decimal(text: &str) -> Option<(i32, bool)> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let long = text.parse::<i64>().unwrap_or(i64::MAX);
    Some((long as i32, i32::try_from(long).is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        assert_eq!(character("'a'"), Some(97));
        assert_eq!(character(r"'\n'"), Some(10));
        assert_eq!(character(r"'\''"), Some(39));
        assert_eq!(character("'ab'"), None);
        assert_eq!(character("''"), None);
    }

    #[test]
    fn decimals_are_cut_to_an_int() {
        assert_eq!(decimal("2147483647"), Some((i32::MAX, true)));
        assert_eq!(decimal("2147483648"), Some((i32::MIN, false)));
        assert_eq!(decimal("99999999999999999999"), Some((-1, false)));
        assert_eq!(decimal("0x10"), None);
    }
}
