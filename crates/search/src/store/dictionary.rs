//! The values that occur at each position of a state, and the bits that stand for them in a key.
//!
//! Few values of four bytes occur at one position, so few bits tell them apart. Which ones is not
//! known before the search; so a position starts with no bits and gets another, from wherever the
//! word of its key has one left, when its values double. The *pattern* of a value is the setting of
//! its position's bits. Values that were known before the bit was added have a zero there, so
//! their patterns, and all keys made from them, stay what they are.

use super::bits::gather;
use super::finder::Finder;

/// A value that was met at a position for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub position: u32,
    pub value: u32,
}

/// No bit is left in the word of the key where one is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow;

/// The bit of the first word of a key that is always set, so that no key is zero.
pub const FULL: u64 = 1 << 63;

/// The values of all positions. What it makes of a list of events depends on nothing else, so that
/// threads with the same events agree.
#[derive(Clone, Debug)]
pub struct Dictionary {
    fields: Vec<Field>,
    /// For each position the word of the key where its bits are, and which they are.
    places: Vec<Place>,
    finder: Finder,
    /// For each word of a key, the bits in use.
    used: Vec<u64>,
    /// For each bit of a key, the position that it belongs to.
    owners: Vec<u32>,
    /// How many bits belong to some position.
    bits: u32,
}

/// The bits of a position.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub word: usize,
    pub mask: u64,
}

/// The values of a position.
#[derive(Clone, Debug, Default)]
struct Field {
    /// The bit it got last.
    newest: u64,
    /// Its values and their patterns, in the order of their discovery.
    values: Vec<u32>,
    patterns: Vec<u64>,
    /// Its values by pattern, of which only the field's own bits are taken.
    by_bits: Vec<u32>,
}

impl Dictionary {
    /// No values; keys of this many words.
    pub fn new(words: usize) -> Dictionary {
        let mut used = vec![0; words];
        used[0] = FULL;
        Dictionary {
            fields: Vec::new(),
            places: Vec::new(),
            finder: Finder::new(),
            used,
            owners: vec![0; words * 64],
            bits: 0,
        }
    }

    /// Number of words of a key.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.used.len()
    }

    /// Number of bits in use.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Number of positions with values.
    pub fn positions(&self) -> usize {
        self.fields.len()
    }

    /// How many bits each position has.
    pub fn widths(&self) -> impl Iterator<Item = u32> {
        self.places.iter().map(|place| place.mask.count_ones())
    }

    /// The pattern of a value that is known.
    #[inline(always)]
    pub fn pattern(&self, position: usize, value: u32) -> Option<u64> {
        self.finder.get(position, value)
    }

    /// The bits of a position.
    #[inline(always)]
    pub fn place(&self, position: usize) -> Place {
        self.places[position]
    }

    /// The position that a bit in use belongs to.
    #[inline(always)]
    pub fn owner(&self, word: usize, bit: u32) -> usize {
        self.owners[word * 64 + bit as usize] as usize
    }

    /// The value at a position, given the word of the key where its bits are.
    #[inline(always)]
    pub fn value(&self, position: usize, word: u64) -> u32 {
        let bits = gather(word, self.places[position].mask);
        self.fields[position].by_bits[bits as usize]
    }

    /// Adds a value. Positions get their first values in order. The bits of a
    /// new one will be in the word given by `home`, or in the emptiest.
    pub fn add(&mut self, event: Event, home: Option<usize>) -> Result<(), Narrow> {
        let position = event.position as usize;
        if position == self.fields.len() {
            let emptiest = || (0..self.words()).min_by_key(|&word| self.used[word].count_ones());
            let word = home.or_else(emptiest).unwrap_or(0);
            self.fields.push(Field::default());
            self.places.push(Place { word, mask: 0 });
        }
        let (field, place) = (&mut self.fields[position], &mut self.places[position]);
        if field.values.len().is_power_of_two() {
            let free = !self.used[place.word];
            if free == 0 {
                return Err(Narrow);
            }
            let bit = free.trailing_zeros();
            self.used[place.word] |= 1 << bit;
            self.bits += 1;
            self.owners[place.word * 64 + bit as usize] = event.position;
            place.mask |= 1 << bit;
            field.newest = 1 << bit;
            field.sort(place.mask);
        }
        let pattern = field.add(event.value, place.mask);
        self.finder.add(position, event.value, pattern);
        Ok(())
    }
}

impl Field {
    /// Sorts the values by their patterns, for a new mask.
    fn sort(&mut self, mask: u64) {
        self.by_bits.clear();
        self.by_bits.resize(1 << mask.count_ones(), 0);
        for (&value, &pattern) in self.values.iter().zip(&self.patterns) {
            self.by_bits[gather(pattern, mask) as usize] = value;
        }
    }

    /// Adds a value for whose pattern there are bits enough.
    fn add(&mut self, value: u32, mask: u64) -> u64 {
        // The first half of the patterns has a zero at the newest bit, the second a one.
        let half = self.by_bits.len() / 2;
        let twin = self.values.len().checked_sub(half);
        let twin = twin.and_then(|twin| self.patterns.get(twin));
        let pattern = twin.map_or(0, |pattern| pattern | self.newest);
        self.values.push(value);
        self.patterns.push(pattern);
        if self.by_bits.is_empty() {
            self.by_bits.push(value);
        }
        self.by_bits[gather(pattern, mask) as usize] = value;
        pattern
    }
}
