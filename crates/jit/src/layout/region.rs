//! Where the scalars of one region lie in a packed state.
//!
//! Scalars that no action stores to are no part of a state: they are constants of the generated
//! code. The others are packed to the bit, except where an index that depends on the state must
//! find them: the elements of an array have a width that is a power of two, so that none straddles
//! a byte, and the fields of an array of structures become arrays of their own. Scalars that are
//! reached by several such accesses, or by one with several indices, stay as the program has them
//! (*raw*): its strides then hold for the packed state too.

use super::accesses::Accesses;
use super::affinity::{self, Users};
use super::bits;
use program::{Frame, Initializer, Scalar};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Bits of what a store of states takes for one value. Searches that remember what processes do work
/// best if a value belongs to one process, or to variables that the same statements use.
pub const VALUE: u32 = 32;

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
    /// Bytes of the region: whole [values](VALUE).
    pub fn size(&self) -> u32 {
        self.bits.div_ceil(VALUE) * (VALUE / 8)
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

    /// Reserves the bytes of a channel, which share no value with others, and says where they start.
    pub fn channel(&mut self, size: u32) -> u32 {
        if size > 0 {
            self.align(VALUE);
        }
        self.bytes(size)
    }

    /// Places every scalar, behind the headers. `constant` says what a scalar that no action
    /// stores to always is; scalars with different `users` lie apart, if any are known.
    pub fn place(
        &mut self,
        accesses: &Accesses,
        constant: impl Fn(u32) -> Option<i32>,
        users: &Users,
    ) {
        let clusters = clusters(accesses);
        let grouped: HashSet<u32> = clusters
            .iter()
            .flat_map(|cluster| cluster.scalars.iter().map(|&(offset, _)| offset))
            .collect();
        let scalars = accesses.scalars.iter().map(|(&at, &scalar)| (at, scalar));
        let alone = scalars.filter(|(at, _)| !grouped.contains(at));
        let alone = alone.map(|scalar| Cluster {
            scalars: vec![scalar],
            kind: Kind::Alone,
        });
        let fixed = |offset: u32| {
            let written = accesses.written.contains(&offset);
            (!written).then(|| constant(offset)).flatten()
        };
        let (constants, others): (Vec<_>, Vec<_>) = clusters
            .into_iter()
            .chain(alone)
            .partition(|cluster| cluster.scalars.iter().all(|&(at, _)| fixed(at).is_some()));
        for cluster in &constants {
            self.cluster(cluster, &fixed);
        }
        for mut group in affinity::groups(others, users) {
            if !users.is_empty() {
                self.align(VALUE);
            }
            // Bits first, so that whatever has whole bytes is aligned to bytes after them.
            group.sort_by_key(Cluster::order);
            for cluster in &group {
                self.cluster(cluster, &fixed);
            }
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

    fn cluster(&mut self, cluster: &Cluster, fixed: &dyn Fn(u32) -> Option<i32>) {
        let scalars = &cluster.scalars;
        let values: Option<Vec<i32>> = scalars.iter().map(|&(offset, _)| fixed(offset)).collect();
        if let Some(values) = values {
            let (base, end) = (scalars[0].0, cluster.end());
            let table = Group::Table { base, end };
            let group = (cluster.kind != Kind::Alone).then_some(table);
            for (&(offset, scalar), value) in scalars.iter().zip(values) {
                self.insert(offset, scalar, Home::Constant(value), group);
            }
            return;
        }
        match cluster.kind {
            Kind::Raw => {
                let at = self.bytes(cluster.end() - scalars[0].0);
                for &(offset, scalar) in scalars {
                    let field = Field {
                        bit: 8 * (at + offset - scalars[0].0),
                        width: 8 * scalar.size(),
                        scalar,
                    };
                    self.insert(offset, scalar, Home::Field(field), Some(Group::Raw));
                }
            }
            Kind::Vector => {
                let width = cluster.width();
                self.align(width.min(8));
                for &(offset, scalar) in scalars {
                    let home = Home::Field(self.field(width, scalar));
                    let count = scalars.len() as u32;
                    let group = Some(Group::Vector { count, width });
                    self.insert(offset, scalar, home, group);
                }
            }
            Kind::Alone => {
                for &(offset, scalar) in scalars {
                    let width = u32::from(scalar.bits);
                    if width % 8 == 0 {
                        self.align(8);
                    }
                    let home = Home::Field(self.field(width, scalar));
                    self.insert(offset, scalar, home, None);
                }
            }
        }
    }
}

/// Scalars that must be laid out together.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// By offset.
    pub scalars: Vec<(u32, Scalar)>,
    kind: Kind,
}

/// What they are to indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One scalar, which no index reaches.
    Alone,
    /// The elements of an array.
    Vector,
    /// Anything else.
    Raw,
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

    /// Bits of all.
    pub fn bits(&self) -> u32 {
        match self.kind {
            Kind::Alone => u32::from(self.scalars[0].1.bits),
            Kind::Vector => self.scalars.len() as u32 * self.width(),
            Kind::Raw => 8 * (self.end() - self.scalars[0].0),
        }
    }

    /// Odd numbers of bits, then arrays, then whole bytes; the small before the large.
    fn order(&self) -> (u32, u32) {
        let bits = u32::from(self.scalars[0].1.bits);
        match self.kind {
            Kind::Alone if bits % 8 != 0 => (0, bits),
            Kind::Alone => (2, bits),
            Kind::Vector | Kind::Raw => (1, self.width()),
        }
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
        kind: if raw { Kind::Raw } else { Kind::Vector },
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
