//! What processes did before.
//!
//! A process looks at little of a state: itself, and the variables that its next statements mention.
//! In two states that agree on these it has the same moves, with the same effects, whatever else is
//! different ([`Processwise::neighbourhood`]). So what a process did is remembered, as the bits of a
//! key that each of its moves changes, and in most states of a search no process need be asked: keys
//! of successors are made from the key of the state, which is not even opened.
//!
//! Two tables lead from a key to the moves of a process. Both are made of sets of a few entries, and in
//! a full set the new takes the place of the old.
//!
//! 1. From the frame of the process to a *class*: the bits of a key that its moves depend on.
//! 2. From the class and these bits to the moves.
//!
//! Values that the codec learns change none of this, but a new bit of a position would: its part of a
//! key is wider from then on. That happens rarely, and everything is forgotten.
//!
//! Why a frame that is found is really the frame of that process: states of one length need not have
//! their frames at the same places. But the first one always begins where the globals end, and a frame
//! with the same bytes ends where it ended before. So if those of all processes are found, from the
//! first to the last, all are where they were.

use super::sets::{WAYS, array, both, find, room, set_of, under};
use crate::store::{Codec, prefetch};
use program::ProcessFrame;
use std::collections::HashMap;
use std::ops::Range;

/// Most words of a key.
pub const WIDEST: usize = 4;
/// Logarithms of the number of sets of classes, and of moves at the start and at most.
const CLASSES: u32 = 10;
const FIRST: u32 = 8;
const MOST: u32 = 15;
/// Words of effects at most.
const EFFECTS: usize = 1 << 18;
/// Different lengths of states at most.
const SHAPES: usize = 64;
/// Lookups between looks at how many of them failed, and how many may, as a part of all.
const PERIOD: u32 = 1 << 20;
const FAILURES: u32 = 3;

/// What is known of the process whose frame was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It must be asked every time.
    Unknown,
    /// The number of its class, where its mask is in the table, and to which set of moves it belongs.
    Known { class: u32, at: u32, set: u32 },
}

/// Moves that are remembered.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a, const W: usize> {
    /// How many there are, those inside atomic sequences included.
    pub count: u32,
    /// For each state that they lead to: the bits that change, and what they are then.
    pub effects: &'a [[[u64; W]; 2]],
}

/// A shape, a process of it, and the bytes of its frame.
type Frame = (usize, usize, Box<[u8]>);
/// Some bytes of a state.
type Neighbourhood = Box<[Range<u32>]>;

/// States of one length.
#[derive(Debug)]
struct Shape {
    /// The pattern of the length.
    length: u64,
    frames: Vec<ProcessFrame>,
    /// The bits of a key that stand for each frame.
    masks: Vec<u64>,
}

impl Shape {
    fn set_masks(&mut self, codec: &Codec, words: usize) {
        self.masks.clear();
        self.masks.resize(self.frames.len() * words, 0);
        let masks = self.masks.chunks_exact_mut(words);
        for (frame, mask) in self.frames.iter().zip(masks) {
            codec.add_bits_of(&frame.bytes, mask);
        }
    }
}

/// The memory. Methods with a parameter `W` must be called with the number of words of a key.
pub struct Recall {
    /// Bits of keys that were in use when the masks were made.
    bits: u32,
    shapes: Vec<Shape>,
    shape: usize,
    /// By shape, process and frame: the bytes that moves depend on, if there is such a limit. This
    /// is never forgotten.
    neighbourhoods: HashMap<Frame, Option<Neighbourhood>>,
    /// For each frame: its owner and the class in one word, its bits, and the mask of the class.
    classes: Vec<u64>,
    next_class: u32,
    /// For each process of a class in some surroundings: the class and what its moves are in one word,
    /// the bits, and room for one effect. Most processes have at most one move: then the word has
    /// the highest bit of its lower half set, and says how many moves lead to the one state there
    /// is, if any. Otherwise it says where the effects are.
    entries: Vec<u64>,
    /// Logarithm of the number of sets of them.
    size: u32,
    /// For each entry with several effects: how many there are, and how many moves, in one word; and
    /// the effects.
    effects: Vec<u64>,
    /// How often something changed that was true of classes.
    version: u32,
    lookups: u32,
    failures: u32,
    /// It pays.
    pays: bool,
}

/// The number that no class has.
const UNKNOWN: u32 = u32::MAX;
/// The lower half of the first word of an entry: its only effect, if there are moves, is in the entry.
const INLINE: u32 = 1 << 31;

/// Whose frame that of a process of a shape is, and its bits in a key.
#[inline(always)]
fn frame_of<const W: usize>(
    shapes: &[Shape],
    shape: usize,
    pid: usize,
    key: &[u64; W],
) -> (u32, [u64; W]) {
    let mask = array(&shapes[shape].masks, pid * W);
    ((1 + shape as u32) << 8 | pid as u32, under(key, mask))
}

impl Recall {
    /// Nothing is remembered; keys have this many words.
    pub fn new(words: usize) -> Recall {
        let mut recall = Recall {
            bits: 0,
            shapes: Vec::new(),
            shape: 0,
            neighbourhoods: HashMap::new(),
            classes: vec![0; ((1 + 2 * words) * WAYS) << CLASSES],
            next_class: 1,
            entries: vec![0; ((1 + 3 * words) * WAYS) << FIRST],
            size: FIRST,
            effects: Vec::new(),
            version: 0,
            lookups: 0,
            failures: 0,
            pays: true,
        };
        if words > WIDEST {
            recall.give_up();
        }
        recall
    }

    /// The same for keys of other words: nothing is remembered.
    pub fn with_words(&self, words: usize) -> Recall {
        let mut recall = Recall::new(words);
        if !self.pays {
            recall.give_up();
        }
        recall
    }

    /// Whether it makes sense to use it.
    #[inline(always)]
    pub fn pays(&self) -> bool {
        self.pays
    }

    /// It is not to be used.
    pub fn give_up(&mut self) {
        self.pays = false;
        (self.classes, self.entries, self.effects) = Default::default();
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        (self.classes.capacity() + self.entries.capacity() + self.effects.capacity()) * 8
    }

    fn forget_moves(&mut self) {
        self.entries.fill(0);
        self.effects.clear();
    }

    /// Forgets what a codec has made obsolete since the last state. How many processes a state with
    /// this key has, if it looks like one that is remembered.
    #[inline(always)]
    pub fn begin(&mut self, codec: &Codec, key: &[u64]) -> Option<usize> {
        if self.bits != codec.bits() {
            self.bits = codec.bits();
            for shape in &mut self.shapes {
                shape.set_masks(codec, key.len());
            }
            self.classes.fill(0);
            self.version += 1;
            self.forget_moves();
        }
        let length = codec.length_in(key);
        let is_it = |shape: &Shape| shape.length == length;
        if !self.shapes.get(self.shape).is_some_and(is_it) {
            self.shape = self.shapes.iter().position(is_it)?;
        }
        Some(self.shapes[self.shape].frames.len())
    }

    /// Whether the codec has grown since [`Recall::begin`]: then nothing can be added.
    fn is_obsolete(&self, codec: &Codec) -> bool {
        self.bits != codec.bits()
    }

    /// Adds a kind of states by one with this key and these frames; false if there are too many.
    pub fn add_shape(&mut self, codec: &Codec, key: &[u64], frames: &[ProcessFrame]) -> bool {
        if self.is_obsolete(codec) || self.shapes.len() == SHAPES {
            return false;
        }
        let mut shape = Shape {
            length: codec.length_in(key),
            frames: frames.to_vec(),
            masks: Vec::new(),
        };
        shape.set_masks(codec, key.len());
        self.shape = self.shapes.len();
        self.shapes.push(shape);
        true
    }

    /// Whether the states like the one at hand have these frames.
    pub fn has_frames(&self, frames: &[ProcessFrame]) -> bool {
        self.shapes[self.shape].frames == frames
    }

    /// The class of a process.
    #[inline(always)]
    pub fn class<const W: usize>(&self, pid: usize, key: &[u64; W]) -> Option<Class> {
        let (owner, bits) = frame_of(&self.shapes, self.shape, pid, key);
        let set = set_of(&bits, owner, CLASSES);
        let at = find(&self.classes, 1 + 2 * W, set, owner, &bits)?;
        Some(match self.classes[at] as u32 {
            UNKNOWN => Class::Unknown,
            class => self.known(class, at + 1 + W, key),
        })
    }

    /// What is known of a class, by the place of its mask.
    #[inline(always)]
    fn known<const W: usize>(&self, class: u32, at: usize, key: &[u64; W]) -> Class {
        let bits = under(key, array(&self.classes, at));
        Class::Known {
            class,
            at: at as u32,
            set: set_of(&bits, class, self.size) as u32,
        }
    }

    /// Asks for the memory where the moves of a process would be.
    #[inline(always)]
    pub fn approach<const W: usize>(&self, class: Class) {
        if let Class::Known { set, .. } = class {
            prefetch(&raw const self.entries[set as usize * WAYS * (1 + 3 * W)]);
        }
    }

    /// What classes were told is true as long as this is the same.
    #[inline(always)]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Adds the class of a process of a state; asks for the bytes that its moves depend on if nobody
    /// asked before.
    pub fn add_class<const W: usize>(
        &mut self,
        codec: &Codec,
        pid: usize,
        key: &[u64; W],
        ask: impl FnOnce() -> Option<Vec<Range<u32>>>,
    ) {
        if self.is_obsolete(codec) {
            return;
        }
        self.version += 1;
        let shape = &self.shapes[self.shape];
        let Range { start, end } = shape.frames[pid].bytes;
        let frame = &codec.state()[start as usize..end as usize];
        let known = self.neighbourhoods.entry((self.shape, pid, frame.into()));
        let neighbourhood = known.or_insert_with(|| ask().map(Vec::into_boxed_slice));
        let (owner, bits) = frame_of(&self.shapes, self.shape, pid, key);
        let set = set_of(&bits, owner, CLASSES);
        let at = room(&self.classes, 1 + 2 * W, set, self.next_class);
        let (head, rest) = self.classes[at..at + 1 + 2 * W].split_at_mut(1);
        let (own, mask) = rest.split_at_mut(W);
        own.copy_from_slice(&bits);
        mask.copy_from_slice(array::<W>(&shape.masks, pid * W));
        head[0] = both(owner, UNKNOWN);
        if let Some(neighbourhood) = neighbourhood
            && self.next_class < UNKNOWN
        {
            for bytes in neighbourhood {
                codec.add_bits_of(bytes, mask);
            }
            head[0] = both(owner, self.next_class);
            self.next_class += 1;
        }
    }

    /// The moves of a process, given its class.
    #[inline(always)]
    pub fn moves<const W: usize>(
        &mut self,
        (class, mask, set): (u32, u32, u32),
        key: &[u64; W],
    ) -> Option<Moves<'_, W>> {
        self.lookups += 1;
        let bits = under(key, array(&self.classes, mask as usize));
        let at = find(&self.entries, 1 + 3 * W, set as usize, class, &bits)?;
        let info = self.entries[at] as u32;
        if info & INLINE != 0 {
            let count = info ^ INLINE;
            let effects = self.entries[at + 1 + W..at + 1 + 3 * W].as_chunks().0;
            return Some(Moves {
                count,
                effects: &effects.as_chunks().0[..usize::from(count > 0)],
            });
        }
        let head = self.effects[info as usize];
        let effects = self.effects[info as usize + 1..]
            .as_chunks()
            .0
            .as_chunks()
            .0;
        Some(Moves {
            count: head as u32,
            effects: &effects[..(head >> 32) as usize],
        })
    }

    /// Remembers the moves of a process: how many there are, and the keys of the states to which
    /// they lead.
    pub fn add_moves<const W: usize>(
        &mut self,
        codec: &Codec,
        (class, mask): (u32, u32),
        key: &[u64; W],
        count: usize,
        ends: &[u64],
    ) {
        self.failures += 1;
        if self.is_obsolete(codec) {
            return;
        }
        let crowded = self.failures >> self.size > 2 * WAYS as u32;
        if crowded && self.size < MOST {
            self.size += 1;
            self.entries.resize(((1 + 3 * W) * WAYS) << self.size, 0);
            self.failures = 0;
            self.version += 1;
            self.forget_moves();
        } else if self.effects.len() + 1 + 2 * ends.len() > EFFECTS {
            self.forget_moves();
        }
        let bits = under(key, array(&self.classes, mask as usize));
        let set = set_of(&bits, class, self.size);
        let at = room(&self.entries, 1 + 3 * W, set, self.failures);
        self.entries[at + 1..at + 1 + W].copy_from_slice(&bits);
        let ends = ends.as_chunks::<W>().0;
        if ends.len() == usize::from(count > 0) {
            self.entries[at] = both(class, INLINE | count as u32);
            if let [end] = ends {
                let effect = self.entries[at + 1 + W..at + 1 + 3 * W].as_chunks_mut().0;
                effect[0] = [0; W];
                codec.add_difference(key, end, &mut effect[0]);
                effect[1] = under(end, &effect[0]);
            }
            return;
        }
        self.entries[at] = both(class, self.effects.len() as u32);
        self.effects.push(both(ends.len() as u32, count as u32));
        for end in ends {
            let mut changed = [0; W];
            codec.add_difference(key, end, &mut changed);
            self.effects.extend(changed);
            self.effects.extend(under(end, &changed));
        }
    }

    /// Says that so many processes had to be asked without even being looked up.
    pub fn fail(&mut self, processes: usize) {
        self.lookups += processes as u32;
        self.failures += processes as u32;
    }

    /// Now and then looks whether it pays.
    #[inline(always)]
    pub fn check(&mut self) {
        if self.lookups >= PERIOD {
            if self.failures > self.lookups / FAILURES {
                self.give_up();
            }
            (self.lookups, self.failures) = (0, 0);
        }
    }
}
