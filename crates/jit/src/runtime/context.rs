//! What generated code and the functions that it calls share: one per thread of a search.

use super::claims::Claims;
use super::machine::Machine;
use super::tables::Tables;
use program::{Step, Successors};

/// Bytes behind every state that generated code may read, and write in the room for successors:
/// it copies states in blocks, and loads the word around a field.
pub const SLACK: usize = 64;

/// No process holds control: the value of [`Entry::holder`].
pub const NO_HOLDER: u16 = u16::MAX;

/// Most questions about one place that are answered.
pub const MAX_ANSWERS: usize = 16;

/// One successor, as generated code records it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    /// The word of the step.
    pub step: u64,
    /// Bytes of the state.
    pub length: u32,
    /// Who holds control there.
    pub holder: u16,
    /// Not zero if the step broke an assertion.
    pub violates: u16,
}

/// A message offered on a rendezvous channel. Its fields follow, each of 32 bits.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// The word of the sender's step.
    pub step: u64,
    /// Where the sender's region starts.
    pub frame: u64,
    /// The sender.
    pub pid: u32,
    /// The sender's place afterwards.
    pub target: u32,
    /// The channel.
    pub channel: i32,
    /// Number of fields.
    pub count: u32,
}

/// The working memory of generated code. The state that is being expanded, and every state made
/// from it until it is complete, has the processes and channels that are listed here.
#[repr(C)]
pub struct Context {
    /// Where the next successor is recorded.
    pub entry: *mut Entry,
    /// End of the room for records. For each record that there is room for, there is room for the
    /// bytes of a successor too.
    pub entry_end: *mut Entry,
    /// Where the bytes of the next successor go.
    pub out: *mut u8,
    /// Bytes of the state that is expanded.
    pub length: u64,
    /// The propositions that hold, set by the function that evaluates them.
    pub letter: u64,
    /// The answers to the questions about a place, set by the function that evaluates them.
    pub answers: [i32; MAX_ANSWERS],
    /// Whether each of them is one: not zero unless evaluating the question was a fault.
    pub answered: [i32; MAX_ANSWERS],
    /// Number of processes.
    pub count: u32,
    /// Number of channels.
    pub channel_count: u32,
    /// Where the region of each process starts.
    pub frames: [u32; 256],
    /// Where each channel starts, by its number.
    pub channel_at: [u32; 256],
    /// The type of each channel, by its number.
    pub channel_kind: [u32; 256],

    /// The place of each process in the state that is expanded. From here on generated code does
    /// not look.
    pub places: [u32; 256],
    pub tables: *const Tables,
    /// Where successors go; valid during one expansion.
    pub successors: *mut Successors,
    /// The records.
    pub entries: Vec<Entry>,
    /// Guards that could not be evaluated.
    pub faults: Vec<Step>,
    /// Steps that could not be executed.
    pub late_faults: Vec<Step>,
    /// Questions of the kind `enabled(p)` that are being answered, one for the sake of the other.
    pub questions: u32,
    /// What runs the code if it is bytecode.
    pub machine: Option<Machine>,
    /// Who has which ends of channels to himself.
    pub claims: Claims,
}

impl Context {
    /// A context for the generated code with these tables.
    pub fn new(tables: *const Tables, machine: Option<Machine>) -> Context {
        Context {
            entry: std::ptr::null_mut(),
            entry_end: std::ptr::null_mut(),
            out: std::ptr::null_mut(),
            length: 0,
            letter: 0,
            answers: [0; MAX_ANSWERS],
            answered: [0; MAX_ANSWERS],
            count: 0,
            channel_count: 0,
            frames: [0; 256],
            channel_at: [0; 256],
            channel_kind: [0; 256],
            places: [0; 256],
            tables,
            successors: std::ptr::null_mut(),
            entries: vec![Entry::default(); 64],
            faults: Vec::new(),
            late_faults: Vec::new(),
            questions: 0,
            machine,
            claims: Claims::default(),
        }
    }
}
