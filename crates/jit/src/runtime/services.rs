//! The functions of the runtime that generated code may call, as both targets see them.
//!
//! Machine code calls their addresses. Bytecode cannot: it stops, names the function, and its
//! arguments are in the registers. One table makes both, so that neither can be wrong about a type.
#![expect(unsafe_code)]

use super::{Context, Offer, calls, channels, claims, questions};
use cranelift_codegen::ir::{Type, types};
use pulley_interpreter::interp::XRegVal;

/// What can be passed to a function or come back from it.
trait Word {
    /// None if it is nothing.
    const TYPE: Option<Type>;
    /// The value in a register.
    fn of(register: XRegVal) -> Self;
    /// A register with the value.
    fn register(self) -> XRegVal;
}

macro_rules! words {
    ($($kind:ty: $size:ident, $get:ident, $new:ident;)*) => {$(
        impl Word for $kind {
            const TYPE: Option<Type> = Some(types::$size);
            fn of(register: XRegVal) -> Self {
                register.$get()
            }
            fn register(self) -> XRegVal {
                XRegVal::$new(self)
            }
        }
    )*};
}

words! {
    i32: I32, get_i32, new_i32;
    u32: I32, get_u32, new_u32;
    u64: I64, get_u64, new_u64;
}

impl<T> Word for *mut T {
    const TYPE: Option<Type> = Some(types::I64);
    fn of(register: XRegVal) -> Self {
        register.get_ptr()
    }
    fn register(self) -> XRegVal {
        XRegVal::new_ptr(self)
    }
}

impl<T> Word for *const T {
    const TYPE: Option<Type> = Some(types::I64);
    fn of(register: XRegVal) -> Self {
        register.get_ptr::<T>()
    }
    fn register(self) -> XRegVal {
        XRegVal::new_ptr(self.cast_mut())
    }
}

impl Word for () {
    const TYPE: Option<Type> = None;
    fn of(_: XRegVal) -> Self {}
    fn register(self) -> XRegVal {
        XRegVal::default()
    }
}

macro_rules! services {
    ($($name:ident: $function:path, ($($kind:ty),*) -> $result:ty;)*) => {
        /// Functions of the runtime that generated code calls.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Runtime {
            $($name),*
        }

        impl Runtime {
            /// All of them, each at the position that is its number.
            pub const ALL: &[Runtime] = &[$(Runtime::$name),*];

            /// Where machine code finds it.
            pub fn address(self) -> *const u8 {
                match self {
                    $(Runtime::$name => $function as *const u8),*
                }
            }

            /// Types of its parameters.
            pub fn parameters(self) -> Vec<Type> {
                let types = match self {
                    $(Runtime::$name => vec![$(<$kind as Word>::TYPE),*]),*
                };
                types.into_iter().flatten().collect()
            }

            /// Type of its result.
            pub fn result(self) -> Option<Type> {
                match self {
                    $(Runtime::$name => <$result as Word>::TYPE),*
                }
            }

            /// Calls it for bytecode, with its arguments in this order.
            ///
            /// # Safety
            /// The arguments are those that generated code passes.
            pub unsafe fn serve(self, mut arguments: impl Iterator<Item = XRegVal>) -> XRegVal {
                let mut next = || arguments.next().unwrap_or_default();
                match self {
                    $(Runtime::$name => {
                        // SAFETY: the promise of generated code; the types are the function's.
                        let result: $result = unsafe { $function($(<$kind as Word>::of(next())),*) };
                        result.register()
                    }),*
                }
            }
        }
    };
}

services! {
    Grow: calls::grow, (*mut Context) -> ();
    Fault: calls::fault, (*mut Context, u64) -> ();
    LateFault: calls::late_fault, (*mut Context, u64) -> ();
    Enter: calls::enter, (*mut Context, u32, u64) -> u32;
    Held: claims::held, (*mut Context, *const u8, u32, i32, u32) -> u32;
    FirstOf: calls::first_of, (*mut Context, *const u8, u32) -> i32;
    PcValue: calls::pc_value, (*mut Context, *const u8, i32) -> i32;
    NonProgress: calls::non_progress, (*mut Context, *const u8) -> i32;
    Priority: calls::priority, (*mut Context, *const u8, i32) -> i32;
    SetPriority: calls::set_priority, (*mut Context, *mut u8, i32, i32) -> u32;
    GoOn: questions::go_on, (*mut Context, *const u8, u32) -> u32;
    Enabled: questions::enabled, (*mut Context, *const u8, u32, i32, u32) -> u32;
    Partners: questions::partners, (*mut Context, *const u8, *const Offer, u32) -> u32;
    PartnersTest: questions::partners_test, (*mut Context, *const u8, *const Offer, u32, u64) -> u32;
    Length: channels::length, (*mut Context, *mut u8, u32) -> u32;
    Capacity: channels::capacity, (*mut Context, *mut u8, u32) -> u32;
    Fields: channels::fields, (*mut Context, *mut u8, u32) -> u32;
    Field: channels::field, (*mut Context, *mut u8, u32, u32, u32) -> i32;
    Wrap: channels::wrap, (*mut Context, *mut u8, u32, u32, i32) -> i32;
    Send: channels::send, (*mut Context, *mut u8, u32, *const i32, u32) -> u32;
    Remove: channels::remove, (*mut Context, *mut u8, u32, u32) -> ();
}
