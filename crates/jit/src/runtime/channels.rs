//! Functions that generated code calls for channels that are not words, or whose type is known
//! only at run time. The channel exists.
#![expect(unsafe_code)]

use super::Context;
use crate::layout::ChannelLayout;

/// The layout and the bytes of a channel.
///
/// # Safety
/// As for every function that generated code calls: the context is valid and describes the state,
/// which has slack; `id` is the number of a channel. The bytes must not be used otherwise.
unsafe fn channel<'a>(
    context: *const Context,
    state: *mut u8,
    id: u32,
) -> (&'a ChannelLayout, &'a mut [u8]) {
    // SAFETY: the channel lies inside the state, by the caller's promise.
    unsafe {
        let (context, tables) = (&*context, &*(*context).tables);
        let layout = &tables.layout.channels[context.channel_kind[id as usize] as usize];
        let start = state.add(context.channel_at[id as usize] as usize);
        let bytes = std::slice::from_raw_parts_mut(start, layout.size() as usize);
        (layout, bytes)
    }
}

/// Number of messages in a channel.
pub unsafe extern "C" fn length(context: *mut Context, state: *mut u8, id: u32) -> u32 {
    // SAFETY: the promise of generated code.
    let (layout, bytes) = unsafe { channel(context, state, id) };
    layout.length(bytes)
}

/// Messages that fit in a channel.
pub unsafe extern "C" fn capacity(context: *mut Context, state: *mut u8, id: u32) -> u32 {
    // SAFETY: the promise of generated code.
    let (layout, _) = unsafe { channel(context, state, id) };
    layout.capacity
}

/// Number of fields of a channel's messages.
pub unsafe extern "C" fn fields(context: *mut Context, state: *mut u8, id: u32) -> u32 {
    // SAFETY: the promise of generated code.
    let (layout, _) = unsafe { channel(context, state, id) };
    layout.fields.len() as u32
}

/// A field of a message that exists.
pub unsafe extern "C" fn field(
    context: *mut Context,
    state: *mut u8,
    id: u32,
    slot: u32,
    field: u32,
) -> i32 {
    // SAFETY: the promise of generated code.
    let (layout, bytes) = unsafe { channel(context, state, id) };
    layout.load(bytes, slot, field as usize)
}

/// What is left of a value when it becomes a field of a message.
pub unsafe extern "C" fn wrap(
    context: *mut Context,
    state: *mut u8,
    id: u32,
    field: u32,
    value: i32,
) -> i32 {
    // SAFETY: the promise of generated code.
    let (layout, _) = unsafe { channel(context, state, id) };
    layout.fields[field as usize].scalar.wrap(value)
}

/// Sends a message of as many fields as the channel's messages have; if the channel is full, the
/// message is lost and the answer is zero.
pub unsafe extern "C" fn send(
    context: *mut Context,
    state: *mut u8,
    id: u32,
    message: *const i32,
    sorted: u32,
) -> u32 {
    // SAFETY: the promise of generated code.
    let (layout, bytes) = unsafe { channel(context, state, id) };
    // SAFETY: the message has that many fields.
    let message = unsafe { std::slice::from_raw_parts(message, layout.fields.len()) };
    let length = layout.length(bytes);
    if length >= layout.capacity {
        return 0;
    }
    let greater = |&slot: &u32| {
        let fields = (0..message.len()).map(|field| layout.load(bytes, slot, field));
        fields.gt(message.iter().copied())
    };
    let slot = (0..length).filter(|_| sorted != 0).find(greater);
    layout.insert(bytes, slot.unwrap_or(length), message);
    1
}

/// Removes a message that exists.
pub unsafe extern "C" fn remove(context: *mut Context, state: *mut u8, id: u32, slot: u32) {
    // SAFETY: the promise of generated code.
    let (layout, bytes) = unsafe { channel(context, state, id) };
    layout.remove(bytes, slot);
}
