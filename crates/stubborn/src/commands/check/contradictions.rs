//! Flags that contradict each other in ways that the reader of the command line does not know.

use super::reduction::Reduction;
use super::{Args, Choice, Fair};

/// What is wrong, if something is.
pub fn find(args: &Args) -> Option<&'static str> {
    if args.depth_first && args.engine == Choice::Interpreter {
        return Some("--depth-first needs another engine: the interpreter searches breadth first");
    }
    if args.claims.iter().filter(|file| *file == "-").count() > 1 {
        return Some("standard input can be one claim only");
    }
    if args.reduction_check && args.reduction == Reduction::Off {
        return Some(
            "--reduction-check tests what is left out, and --reduction off leaves out nothing",
        );
    }
    if args.reduction_check && args.reports.asked() {
        return Some(
            "--reduction-check checks no property: --sarif, --junit and --github have nothing to say",
        );
    }
    if args.reduction_order.is_some() && args.reduction.scheme().is_none() {
        return Some(
            "--reduction-order is for experiments: --reduction list names the reductions that it \
             goes with",
        );
    }
    if args.fair != Fair::None && args.reduction.scheme().is_some() {
        return Some(
            "no reduction of the literature knows of fairness: --fair goes with --reduction auto, \
             static, stack and off",
        );
    }
    None
}
