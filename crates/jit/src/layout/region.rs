//! Where the scalars of one region lie in a packed state.
//!
//! Scalars that no action stores to are no part of a state: they are constants of the generated
//! code. The others are packed to the bit, except where an index that depends on the state must
//! find them: the elements of an array have a width that is a power of two, so that none straddles
//! a byte, and the fields of an array of structures become arrays of their own. Scalars that are
//! reached by several such accesses, or by one with several indices, stay as the program has them
//! (*raw*): its strides then hold for the packed state too.

use super::accesses::Accesses;
use super::bits;
use program::{Frame, Initializer, Scalar};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Where a scalar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// First bit, from the start of the region.
    pub bit: u32,
    /// Number of bits it occupies, at least those of its type.
    pub width: u32,
    /// Its type.
    pub scalar: Scalar,
}

impl Field {
    /// The value in these bytes of the region.
    pub fn load(self, region: &[u8]) -> i32 {
        self.scalar
            .wrap(bits::get(region, self.bit, self.width) as i32)
    }

    /// Stores a value in these bytes of the region.
    pub fn store(self, region: &mut [u8], value: i32) {
        let value = self.scalar.wrap(value) as u32;
        bits::set(region, self.bit, self.width, value);
    }
}

/// What is known of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// It never changes.
    Constant(i32),
    /// It is here.
    Field(Field),
}

/// How an offset that depends on the state is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Elements follow each other: an index counts elements of this many bits.
    Vector { count: u32, width: u32 },
    /// Offsets are those of the program.
    Raw,
    /// The scalars are constants: a table indexed by the offset less this one.
    Table { base: u32, end: u32 },
}

/// A scalar of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its type.
    pub scalar: Scalar,
    /// Where it is.
    pub home: Home,
    /// How indices that depend on the state get at it, if any do.
    pub group: Option<Group>,
}

/// The layout of a region.
#[derive(Clone, Debug, Default)]
pub struct RegionLayout {
    /// Bits in use.
    bits: u32,
    /// By offset in the program's frame.
    scalars: BTreeMap<u32, Placed>,
    /// First byte of each channel.
    pub channels: Vec<u32>,
}

impl RegionLayout {
    /// Bytes of the region.
    pub fn size(&self) -> u32 {
        self.bits.div_ceil(8)
    }

    /// The scalar at an offset of the program's frame.
    pub fn get(&self, offset: u32) -> Option<&Placed> {
        self.scalars.get(&offset)
    }

    /// Every scalar with its offset in the program's frame.
    pub fn scalars(&self) -> impl Iterator<Item = (u32, &Placed)> {
        self.scalars
            .iter()
            .map(|(&offset, placed)| (offset, placed))
    }

    /// Reserves a field at the front of the region.
    pub fn header(&mut self, scalar: Scalar) -> Field {
        let width = u32::from(scalar.bits);
        self.field(width, scalar)
    }

    fn field(&mut self, width: u32, scalar: Scalar) -> Field {
        let bit = self.bits;
        self.bits += width;
        Field { bit, width, scalar }
    }

    fn align(&mut self, bits: u32) {
        self.bits = self.bits.next_multiple_of(bits);
    }

    /// Reserves whole bytes and says where they start.
    pub fn bytes(&mut self, size: u32) -> u32 {
        self.align(8);
        let at = self.bits / 8;
        self.bits += 8 * size;
        at
    }

    /// Places every scalar, behind the headers. `constant` says what a scalar that no action
    /// stores to always is.
    pub fn place(&mut self, accesses: &Accesses, constant: impl Fn(u32) -> Option<i32>) {
        let mut clusters = clusters(accesses);
        clusters.sort_by_key(Cluster::width);
        let grouped: HashSet<u32> = clusters
            .iter()
            .flat_map(|cluster| cluster.scalars.iter().map(|&(offset, _)| offset))
            .collect();
        let scalars = accesses.scalars.iter().map(|(&at, &scalar)| (at, scalar));
        let mut alone: Vec<(u32, Scalar)> =
            scalars.filter(|(at, _)| !grouped.contains(at)).collect();
        let fixed = |offset: u32| {
            let written = accesses.written.contains(&offset);
            (!written).then(|| constant(offset)).flatten()
        };
        // Bits first, so that whatever has whole bytes is aligned to bytes after them.
        alone.sort_by_key(|&(_, scalar)| scalar.bits);
        let (odd, whole): (Vec<_>, Vec<_>) = alone.iter().partition(|(_, s)| s.bits % 8 != 0);
        for (offset, scalar) in odd {
            self.alone(offset, scalar, fixed(offset));
        }
        for cluster in &clusters {
            self.cluster(cluster, &fixed);
        }
        for (offset, scalar) in whole {
            if fixed(offset).is_none() {
                self.align(8);
            }
            self.alone(offset, scalar, fixed(offset));
        }
    }

    fn insert(&mut self, offset: u32, scalar: Scalar, home: Home, group: Option<Group>) {
        let placed = Placed {
            scalar,
            home,
            group,
        };
        self.scalars.insert(offset, placed);
    }

    fn alone(&mut self, offset: u32, scalar: Scalar, fixed: Option<i32>) {
        let home = match fixed {
            Some(value) => Home::Constant(value),
            None => Home::Field(self.field(u32::from(scalar.bits), scalar)),
        };
        self.insert(offset, scalar, home, None);
    }

    fn cluster(&mut self, cluster: &Cluster, fixed: &dyn Fn(u32) -> Option<i32>) {
        let scalars = &cluster.scalars;
        let values: Option<Vec<i32>> = scalars.iter().map(|&(offset, _)| fixed(offset)).collect();
        if let Some(values) = values {
            let (base, end) = (scalars[0].0, cluster.end());
            for (&(offset, scalar), value) in scalars.iter().zip(values) {
                let group = Some(Group::Table { base, end });
                self.insert(offset, scalar, Home::Constant(value), group);
            }
        } else if cluster.raw {
            let at = self.bytes(cluster.end() - scalars[0].0);
            for &(offset, scalar) in scalars {
                let field = Field {
                    bit: 8 * (at + offset - scalars[0].0),
                    width: 8 * scalar.size(),
                    scalar,
                };
                self.insert(offset, scalar, Home::Field(field), Some(Group::Raw));
            }
        } else {
            let width = cluster.width();
            self.align(width.min(8));
            for &(offset, scalar) in scalars {
                let home = Home::Field(self.field(width, scalar));
                let count = scalars.len() as u32;
                let group = Some(Group::Vector { count, width });
                self.insert(offset, scalar, home, group);
            }
        }
    }
}

/// Scalars that must be laid out together.
#[derive(Clone, Debug)]
struct Cluster {
    /// By offset.
    scalars: Vec<(u32, Scalar)>,
    raw: bool,
}

impl Cluster {
    fn end(&self) -> u32 {
        self.scalars
            .last()
            .map_or(0, |(offset, scalar)| offset + scalar.size())
    }

    /// Bits of an element of a vector.
    fn width(&self) -> u32 {
        u32::from(self.scalars[0].1.bits).next_power_of_two()
    }
}

/// The scalars that indices reach.
fn clusters(accesses: &Accesses) -> Vec<Cluster> {
    // Clusters as sets of offsets; patterns that share a scalar share a cluster.
    let mut clusters: Vec<(BTreeSet<u32>, bool)> = Vec::new();
    for pattern in &accesses.patterns {
        let mut offsets: BTreeSet<u32> = pattern.offsets().into_iter().collect();
        let mut raw = pattern.dimensions.len() > 1;
        clusters.retain(|(other, other_raw)| {
            let apart = offsets.is_disjoint(other);
            if !apart {
                raw |= *other_raw || offsets != *other;
                offsets.extend(other);
            }
            apart
        });
        clusters.push((offsets, raw));
    }
    // What lies between raw scalars is raw too.
    while let Some((index, swallowed)) = swallowing(&clusters, accesses) {
        let (mut offsets, _) = clusters.swap_remove(index);
        offsets.extend(swallowed);
        clusters.retain(|(other, _)| {
            let apart = offsets.is_disjoint(other);
            if !apart {
                offsets.extend(other);
            }
            apart
        });
        clusters.push((offsets, true));
    }
    let scalar = |&offset: &u32| accesses.scalars.get(&offset).map(|&s| (offset, s));
    let cluster = |(offsets, raw): (BTreeSet<u32>, bool)| Cluster {
        scalars: offsets.iter().filter_map(scalar).collect(),
        raw,
    };
    clusters.into_iter().map(cluster).collect()
}

/// A raw cluster with scalars between its own that do not belong to it.
fn swallowing(
    clusters: &[(BTreeSet<u32>, bool)],
    accesses: &Accesses,
) -> Option<(usize, Vec<u32>)> {
    clusters
        .iter()
        .enumerate()
        .find_map(|(index, (offsets, raw))| {
            let (first, last) = (*offsets.first()?, *offsets.last()?);
            let between = accesses.scalars.range(first..last).map(|(&at, _)| at);
            let foreign: Vec<u32> = between.filter(|at| !offsets.contains(at)).collect();
            (*raw && !foreign.is_empty()).then_some((index, foreign))
        })
}

/// First values of a frame that are the same in every instance.
pub fn constant_initials(frame: &Frame) -> impl Fn(u32) -> Option<i32> {
    let mut values: HashMap<u32, Option<i32>> = HashMap::new();
    for initial in &frame.initial {
        let value = match &initial.value {
            Initializer::Value(expr) => expr.as_const().map(|v| initial.scalar.wrap(v)),
            Initializer::Channel(_) => None,
        };
        let earlier = values.contains_key(&initial.offset);
        values.insert(initial.offset, value.filter(|_| !earlier));
    }
    move |offset| values.get(&offset).copied().unwrap_or(Some(0))
}
