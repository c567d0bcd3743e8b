//! Which globals should lie together: those that the same statements use.
//!
//! Whoever wants to know what a process will do must look at the variables that it uses, and at those
//! that lie in the same value ([`VALUE`]). If each had a value to itself, nobody would look at more than
//! needed; but variables that are used together mostly depend on each other, and take fewer bits in a
//! store if they are one value.

use super::region::{Cluster, VALUE};
use program::access::{self, Access};
use program::{Place, Program, Region};
use std::collections::{BTreeMap, BTreeSet};

/// For each offset of the globals: the locations whose statements use it, each with a number.
pub type Users = BTreeMap<u32, BTreeSet<u32>>;

/// As many groups there may be, although some have users in common.
const FEW: usize = 6;
/// More clusters than these are not compared with each other.
const MANY: usize = 128;

/// Looks at all statements of a program. `offsets` says what a place can be.
pub fn users(program: &Program, offsets: impl Fn(&Place) -> Vec<u32>) -> Users {
    let mut users = Users::new();
    let locations = program.proctypes.iter().flat_map(|t| &t.locations);
    for (location, number) in locations.zip(0..) {
        let mut note = |place: &Place| {
            if place.region == Region::Global {
                for offset in offsets(place) {
                    users.entry(offset).or_default().insert(number);
                }
            }
        };
        for edge in &location.edges {
            access::of_action(&edge.action, &mut |_, access| {
                if let Access::Read(place) | Access::Write(place) = access {
                    note(place);
                }
            });
        }
    }
    users
}

/// A group of clusters.
struct Group {
    clusters: Vec<Cluster>,
    users: BTreeSet<u32>,
    bits: u32,
}

impl Group {
    /// How many more users two groups have in common than not, if they fit into one value.
    fn affinity(&self, other: &Group) -> Option<isize> {
        let common = self.users.intersection(&other.users).count();
        let apart = self.users.symmetric_difference(&other.users).count();
        (self.bits + other.bits <= VALUE).then_some(common as isize - apart as isize)
    }
}

/// Puts clusters together, those with the most users in common first. Without any users, all are one
/// group.
pub fn groups(clusters: Vec<Cluster>, users: &Users) -> Vec<Vec<Cluster>> {
    if users.is_empty() || clusters.len() > MANY {
        return vec![clusters];
    }
    let group = |cluster: Cluster| {
        let offsets = cluster.scalars.iter().map(|(offset, _)| offset);
        let users = offsets.filter_map(|offset| users.get(offset)).flatten();
        Group {
            users: users.copied().collect(),
            bits: cluster.bits(),
            clusters: vec![cluster],
        }
    };
    let mut groups: Vec<Group> = clusters.into_iter().map(group).collect();
    while let Some((one, other)) = closest(&groups) {
        let added = groups.swap_remove(other);
        let group = &mut groups[one];
        group.clusters.extend(added.clusters);
        group.users.extend(added.users);
        group.bits += added.bits;
    }
    groups.into_iter().map(|group| group.clusters).collect()
}

/// The two groups that belong together most, the lower first; none if no two belong together, and there
/// are few.
fn closest(groups: &[Group]) -> Option<(usize, usize)> {
    let others = |one: usize| (one + 1..groups.len()).map(move |other| (one, other));
    let with_affinity = |(one, other): (usize, usize)| {
        let affinity = groups[one].affinity(&groups[other])?;
        Some((affinity, std::cmp::Reverse((one, other))))
    };
    let pairs = (0..groups.len()).flat_map(others);
    let (affinity, std::cmp::Reverse(pair)) = pairs.filter_map(with_affinity).max()?;
    (affinity >= 0 || groups.len() > FEW).then_some(pair)
}
