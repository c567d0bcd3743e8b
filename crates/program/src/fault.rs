//! Errors of the modelled program at run time. A fault is a property violation with a trace.

use thiserror::Error;

/// What went wrong when a guard was evaluated or an action executed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
pub enum Fault {
    /// An array index outside the array.
    #[error("array index {index} is out of bounds: the array has {bound} elements")]
    IndexOutOfBounds { index: i32, bound: u32 },
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// More than 255 processes alive.
    #[error(
        "too many processes: at most {} can be alive at once",
        crate::state::MAX_PROCESSES
    )]
    TooManyProcesses,
    /// More than 255 channels alive.
    #[error(
        "too many channels: at most {} can exist at once",
        crate::state::MAX_CHANNELS
    )]
    TooManyChannels,
    /// A channel variable that was never set.
    #[error("the channel is not initialised")]
    UninitializedChannel,
    /// A channel number that no channel has: its process died, or it was computed.
    #[error("there is no channel number {0}")]
    NoSuchChannel(i32),
    /// A message with the wrong number of fields.
    #[error("the message has {given} fields, the channel's messages have {expected}")]
    WrongFieldCount { given: usize, expected: usize },
    /// A statement inside a deterministic step that cannot execute.
    #[error("a statement inside d_step blocks")]
    BlockedInDStep,
    /// A rendezvous send inside a deterministic step.
    #[error("a rendezvous send inside d_step")]
    RendezvousInDStep,
    /// A deterministic step that runs for ever.
    #[error("a d_step does not end within {0} statements")]
    EndlessDStep(u32),
    /// A poll of a channel that has no buffer, whose contents can never be seen.
    #[error("the contents of a rendezvous channel cannot be polled")]
    PolledRendezvous,
    /// A priority that is not in 1..=255.
    #[error("the priority {0} is out of range: priorities go from 1 to 255")]
    BadPriority(i32),
    /// `enabled(p)` asked by process `p` itself.
    #[error("a process asks whether it is itself enabled")]
    EnabledOfSelf,
    /// `enabled` asked in a guard that `enabled` asks for, and so on.
    #[error("guards ask whether others are enabled, in a circle or more than {0} times over")]
    EndlessEnabled(u32),
    /// Two events of a trace assertion that match the same message.
    #[error("the trace assertion is not deterministic: two of its events match")]
    TraceNonDeterminism,
    /// The use of an end of a channel that another process has to itself, or the creation of a
    /// process that would have it, too.
    #[error("process {pid} ({proctype}) has declared itself the only {user} of this channel ({word})",
        user = if *receives { "receiver" } else { "sender" },
        word = if *receives { "xr" } else { "xs" })]
    Exclusive {
        pid: usize,
        proctype: String,
        receives: bool,
    },
    /// `xr` or `xs` for a channel whose ends are never apart.
    #[error("a rendezvous channel cannot be exclusive (xr, xs)")]
    ExclusiveRendezvous,
    /// More than one enabled action in a process declared deterministic.
    #[error("non-determinism in a D_proctype")]
    NonDeterminism,
    /// A remote reference to a process of another type.
    #[error("process {pid} is not an instance of {proctype}")]
    WrongProctype { pid: i32, proctype: String },
}
