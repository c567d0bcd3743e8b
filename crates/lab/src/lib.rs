//! Hunts for unsound reductions by machine.
pub mod buchi;
pub mod choose;
pub mod conditions;
pub mod enumerate;
pub mod family;
pub mod fig5;
pub mod functions;
pub mod graph;
pub mod hunt;
pub mod judge;
pub mod language;
pub mod operation;
pub mod product;
pub mod program;
pub mod replay;
pub mod rows;
pub mod scheme;
mod three;
