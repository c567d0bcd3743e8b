//! Times as other tools read them: `2026-02-03T04:05:06.789Z`.

use std::time::{SystemTime, UNIX_EPOCH};

/// A time in UTC, by RFC 3339. Times before 1970 are shown as the first moment of 1970.
pub fn utc(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date(days);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
        second / 3600,
        second / 60 % 60,
        second % 60,
        since.subsec_millis()
    )
}

/// The date of a day that is counted from 1 January 1970. Years are taken to begin in March, so that
/// the leap day is their last (Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013).
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (951_868_800, "2000-03-01T00:00:00.000Z"),
            (1_798_761_599, "2026-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }
}
