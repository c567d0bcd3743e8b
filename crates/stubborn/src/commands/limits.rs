//! When to give up: flags and their units.

use std::time::Duration;

/// Limits after which a search ends in good order, with verdict `incomplete`.
#[derive(Clone, clap::Args)]
pub struct LimitArgs {
    /// Give up after this long: 90s, 5m, 2h
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub time: Option<Duration>,
    /// Give up when the stored states take more than this: 500M, 8G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Give up after this many states
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Follow runs of at most this many steps
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
}

fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; use ms, s, m or h")),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "write a number and a unit, as in 90s")?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let bytes = match unit.trim_end_matches(['b', 'B']).trim_end_matches('i') {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" => 1e9,
        "t" | "T" => 1e12,
        _ => return Err(format!("`{unit}` is not a unit of size; use K, M, G or T")),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "write a number and a unit, as in 8G")?;
    if !(number >= 0.0 && number * bytes < 1e18) {
        return Err("that is not a possible size".to_owned());
    }
    Ok((number * bytes) as u64)
}

/// A number and its unit.
fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::{duration, size};
    use std::time::Duration;

    #[test]
    fn units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(size("8G"), Ok(8_000_000_000));
        assert_eq!(size("10"), Ok(10));
        assert!(duration("5 parsecs").is_err());
        assert!(size("-1").is_err());
        assert!(size("").is_err());
    }
}
