//! Runs the engines: all safety properties in one search, every other property in one of its own.

pub mod audit;

use super::code::{Code, Compiler, Executor};
use super::finding::{Finding, Replay};
use super::property::{Target, Wanted};
use super::reduction::Reduction;
use super::{Args, Engine};
use crate::commands::model::Model;
use crate::interrupt;
use crate::progress::Progress;
use crate::watch::Deadline;
use jit::Compiled;
use program::explore::{self, explore};
use program::system::Interpreted;
use program::{Coverage, Expr, Program, Questions, TransitionSystem};
use search::claim::Claim;
use search::driver::{self, Check, Method, Property, Verdict};
use search::limits::{Limits, Statistics};
use search::product::Letters;
use search::safety;
use search::schemes::{self, Scheme, Trial};
use std::ops::ControlFlow;
use std::time::Instant;

/// Visits at most this many states to decide whether a claim is stutter-invariant: a tenth of a
/// second.
const INVARIANCE_LIMIT: usize = 10_000;

/// Checks properties of a model, as the flags say.
pub struct Checker<'a> {
    args: &'a Args,
    /// When everything must be over.
    deadline: Deadline,
    model: &'a Model,
    /// The program that reduced searches execute: the same runs, but fewer states.
    forgetful: &'a Program,
    /// What the reduction wants to know of a state.
    questions: Questions,
    progress: Progress,
    code: Code<'a>,
    /// What the search for violations of safety executed, if it visited everything.
    coverage: Option<Coverage>,
}

/// What came of a check.
pub struct Checked {
    pub findings: Vec<(Wanted, Finding)>,
    /// What can be executed at all, if that is known.
    pub coverage: Option<Coverage>,
}

impl<'a> Checker<'a> {
    pub fn new(
        args: &'a Args,
        deadline: Deadline,
        model: &'a Model,
        forgetful: &'a Program,
        compiler: Compiler,
    ) -> Checker<'a> {
        Checker {
            args,
            deadline,
            model,
            forgetful,
            questions: args.reduction.questions(&model.program),
            progress: Progress::new(args.json || args.quiet, args.limits.time),
            code: Code::new(args.engine, compiler),
            coverage: None,
        }
    }

    /// Finds out what comes of each property, and tells it in their order. Returns what can be executed
    /// at all, if that is known.
    pub fn check(&mut self, wanted: &[Wanted], mut tell: impl FnMut(Finding)) -> Option<Coverage> {
        let mut safety = self.safety(wanted).into_iter();
        let mut violated = false;
        for property in wanted {
            let finding = match &property.target {
                Target::Safety(_) => safety.next(),
                _ if violated && self.args.fail_fast => None,
                _ => Some(self.infinite(property)),
            };
            let stopped = || Finding::not_checked(STOPPED.to_owned());
            let finding = finding.unwrap_or_else(stopped);
            violated |= finding.is_violation();
            tell(finding);
        }
        self.progress.finish();
        self.coverage.take()
    }

    /// All safety properties, in one search.
    fn safety(&mut self, wanted: &[Wanted]) -> Vec<Finding> {
        let safety: Vec<(&str, &[explore::Kind])> = wanted
            .iter()
            .filter_map(|property| Some((property.name.as_str(), property.safety()?)))
            .collect();
        if safety.is_empty() {
            return Vec::new();
        }
        let (names, groups): (Vec<&str>, Vec<&[explore::Kind]>) = safety.into_iter().unzip();
        self.progress.begin(&names.join(", "));
        let reduction = self.args.safety_reduction();
        let mut findings = match self.executor(Vec::new(), reduction) {
            Ok(Executor::Compiled(engine, mut system)) => {
                let mut findings = self.safety_by_search(&mut system, &groups);
                findings.iter_mut().for_each(|found| found.engine = engine);
                findings
            }
            Ok(Executor::Interpreter) => self.safety_by_explorer(&groups),
            Err(reason) => {
                let none = |_: &&[_]| Finding::not_checked(reason.clone());
                groups.iter().map(none).collect()
            }
        };
        for (index, finding) in findings.iter_mut().enumerate() {
            let others = names
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index);
            finding.together_with = others.map(|(_, name)| (*name).to_owned()).collect();
        }
        findings
    }

    fn safety_by_search(
        &mut self,
        system: &mut Compiled<'_>,
        groups: &[&[explore::Kind]],
    ) -> Vec<Finding> {
        let groups: Vec<Vec<safety::Kind>> = groups.iter().map(|kinds| in_search(kinds)).collect();
        let together = if self.args.fail_fast {
            vec![Property::Safety(groups.concat())]
        } else {
            groups.iter().cloned().map(Property::Safety).collect()
        };
        let reduction = self.args.safety_reduction();
        let checks = self.search(system, &together, reduction);
        let hold = |checks: &Vec<Check>| checks.iter().all(|check| check.verdict == Verdict::Holds);
        // A search for states without steps may ignore a step for ever.
        let ignores = |kind: &safety::Kind| *kind == safety::Kind::InvalidEnd;
        let visits = reduction == Reduction::Off || !groups.iter().flatten().all(ignores);
        if visits && checks.as_ref().is_ok_and(hold) {
            self.coverage = system.coverage().cloned();
        }
        let finding = |(index, kinds): (usize, &Vec<safety::Kind>)| match &checks {
            Ok(checks) => {
                let check = &checks[if self.args.fail_fast { 0 } else { index }];
                Finding::of_safety(self.replay(), kinds, check, reduction, self.args.aim())
            }
            Err(reason) => Finding::not_checked(reason.clone()),
        };
        groups.iter().enumerate().map(finding).collect()
    }

    /// By the exhaustive explorer, which is the oracle for everything else.
    fn safety_by_explorer(&mut self, groups: &[&[explore::Kind]]) -> Vec<Finding> {
        let limits = &self.args.limits;
        let options = explore::Options {
            states: limits.states,
            depth: limits.depth,
            time: self.deadline.left(),
            memory: limits.memory,
            stop_after: if self.args.fail_fast {
                vec![groups.concat()]
            } else {
                groups.iter().map(|kinds| kinds.to_vec()).collect()
            },
        };
        let started = Instant::now();
        let program = &self.model.program;
        let found = explore(program, &options, &mut |statistics| {
            let progress = &mut self.progress;
            progress.update(statistics.states, statistics.depth, statistics.memory);
            !interrupt::requested()
        });
        let time = started.elapsed();
        if found.end == explore::End::Complete && found.counterexamples.is_empty() {
            self.coverage = Some(found.coverage.clone());
        }
        let replay = self.replay();
        let finding = |kinds: &&[_]| Finding::of_exploration(replay, kinds, &found, time);
        groups.iter().map(finding).collect()
    }

    /// A property of infinite runs.
    fn infinite(&mut self, property: &Wanted) -> Finding {
        self.progress.begin(&property.name);
        let claim = match property.claim(self.model) {
            Ok(claim) => claim,
            Err(reason) => return Finding::not_checked(reason),
        };
        let claim = claim.as_deref();
        let propositions = claim.map_or(Vec::new(), |claim| claim.propositions.clone());
        let reduction = self.args.reduction;
        match self.executor(propositions.clone(), reduction) {
            Ok(Executor::Compiled(engine, mut system)) => Finding {
                engine,
                ..self.infinite_by(property, claim, &mut *system)
            },
            Ok(Executor::Interpreter) => {
                let program = self.executed(reduction);
                let questions = self.questions.clone();
                let mut system = Interpreted::with_questions(program, propositions, questions);
                Finding {
                    engine: Engine::Interpreter,
                    ..self.infinite_by(property, claim, &mut system)
                }
            }
            Err(reason) => Finding::not_checked(reason),
        }
    }

    fn infinite_by<S: TransitionSystem>(
        &mut self,
        property: &Wanted,
        claim: Option<&Claim>,
        system: &mut S,
    ) -> Finding {
        if let (Some(claim), Some(scheme)) = (claim, self.args.reduction.scheme()) {
            return self.by_scheme(claim, scheme, system);
        }
        let asked = self.property(property, claim);
        let reduction = self.args.reduction.without_claim();
        match self.search(system, &[asked], reduction) {
            Ok(checks) => {
                let fair = self.args.fair;
                Finding::of_check(self.replay(), property, &checks[0], claim, reduction, fair)
            }
            Err(reason) => Finding::not_checked(reason),
        }
    }

    /// A property of infinite runs as searches take it.
    fn property<'c>(&self, property: &Wanted, claim: Option<&'c Claim>) -> Property<'c> {
        match (&property.target, claim) {
            (_, Some(claim)) => Property::Never(self.asked(claim)),
            (Target::Accept, None) => Property::Accept,
            (_, None) => Property::Progress,
        }
    }

    /// A claim, and how the flags say that it is to be checked.
    fn asked<'c>(&self, claim: &'c Claim) -> driver::Claim<'c> {
        driver::Claim {
            automaton: &claim.automaton,
            propositions: &claim.propositions,
            letters: Letters::identity(claim.propositions.len()),
            method: match self.args.reduction {
                Reduction::Off => Method::Plain,
                _ => claim.method(INVARIANCE_LIMIT),
            },
        }
    }

    /// A claim by a scheme of the literature.
    fn by_scheme<S: TransitionSystem>(
        &mut self,
        claim: &Claim,
        scheme: Scheme,
        system: &mut S,
    ) -> Finding {
        let program = &self.model.program;
        let asked = self.asked(claim);
        let mut select = schemes::selector(program, &asked);
        let trial = Trial {
            scheme,
            preference: self.args.reduction_order.unwrap_or_default(),
            select: &mut select,
            log: None,
        };
        let (limits, replay) = (self.limits(), self.replay());
        let mut observe = watch(&mut self.progress);
        match schemes::search(system, &asked, trial, &limits, &mut observe) {
            Ok(Ok(found)) => Finding::of_scheme(replay, &found, claim, scheme),
            Ok(Err(refusal)) => Finding::not_checked(refusal.to_string()),
            Err(error) => Finding::not_checked(format!("no memory: {error}")),
        }
    }

    /// How counterexamples are confirmed.
    fn replay(&self) -> Replay<'a> {
        Replay {
            program: &self.model.program,
            until: self.deadline.end(),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            states: self.args.limits.states,
            depth: self.args.limits.depth,
            time: self.deadline.left(),
            memory: self.args.limits.memory,
            interrupt: Some(interrupt::flag()),
        }
    }

    /// Runs the search engines: one result for each property.
    fn search<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        properties: &[Property<'_>],
        reduction: Reduction,
    ) -> Result<Vec<Check>, String> {
        let limits = self.limits();
        let mut observe = watch(&mut self.progress);
        let order = self.args.order();
        let reduced = reduction.of(&self.model.program);
        let fairness = self.args.fair.into();
        driver::check(
            system,
            properties,
            order,
            reduced,
            fairness,
            &limits,
            &mut observe,
        )
        .map_err(|error| format!("no memory: {error}"))
    }

    /// The program that is executed.
    fn executed(&self, reduction: Reduction) -> &'a Program {
        match reduction {
            Reduction::Off => &self.model.program,
            _ => self.forgetful,
        }
    }

    /// What executes the model for a property with these propositions.
    fn executor(
        &mut self,
        propositions: Vec<Expr>,
        reduction: Reduction,
    ) -> Result<Executor<'a>, String> {
        let program = self.executed(reduction);
        self.code.executor(program, propositions, &self.questions)
    }
}

/// Shows how a search is doing, and ends it when the user wants that.
fn watch(progress: &mut Progress) -> impl FnMut(&Statistics) -> ControlFlow<()> {
    |statistics| {
        progress.update(statistics.states, statistics.depth, statistics.memory);
        interrupt::check()
    }
}

/// Why a property was not looked at with `--fail-fast`.
const STOPPED: &str = "the check stopped at the violation of another property";

/// What violates a safety property, as searches name it.
fn in_search(kinds: &[explore::Kind]) -> Vec<safety::Kind> {
    let kind = |kind: &explore::Kind| match kind {
        explore::Kind::Assertion | explore::Kind::Trace => safety::Kind::Assertion,
        explore::Kind::Fault => safety::Kind::Fault,
        explore::Kind::InvalidEnd => safety::Kind::InvalidEnd,
    };
    kinds.iter().map(kind).collect()
}

#[cfg(test)]
mod tests {
    use super::super::code;
    use super::super::finding::Answer;
    use super::super::property;
    use super::*;
    use clap::Parser;
    use jit::Target;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    /// A machine that Cranelift does not know.
    fn no_native<'p>(
        target: Target,
        program: &'p Program,
        letters: Vec<Expr>,
        questions: &Questions,
    ) -> Result<Compiled<'p>, jit::Error> {
        match target {
            Target::Native => Err(jit::Error::Host("test".to_owned())),
            Target::Bytecode => code::compile(target, program, letters, questions),
        }
    }

    /// A machine with pointers of another size.
    fn no_machine<'p>(
        _: Target,
        _: &'p Program,
        _: Vec<Expr>,
        _: &Questions,
    ) -> Result<Compiled<'p>, jit::Error> {
        Err(jit::Error::Pointers)
    }

    /// What a model comes to with these flags, on a machine that can do as much as the compiler.
    fn findings(flags: &[&str], compiler: Compiler) -> Vec<(String, Finding)> {
        let model = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/soundness/two_toggles.pml"
        );
        let usual = ["check", "--quiet", "--reduction", "off", model];
        let Cli { args } = Cli::parse_from(usual.iter().chain(flags));
        let Ok(model) = args.model.load() else {
            panic!("the model is right")
        };
        let own: Vec<usize> = (0..model.program.properties.len()).collect();
        let wanted = property::select(&model.program, &own, &[], Vec::new()).unwrap();
        let never = Deadline::after(None);
        let mut checker = Checker::new(&args, never, &model, &model.program, compiler);
        let mut findings = Vec::new();
        checker.check(&wanted, |finding| findings.push(finding));
        let names = wanted.into_iter().map(|property| property.name);
        names.zip(findings).collect()
    }

    /// A machine for which there is no native code gets the same verdicts from the bytecode, and
    /// one for which there is none either from the interpreter.
    #[test]
    fn without_native_code_another_engine_serves() {
        let native = findings(&[], code::compile);
        let bytecode = findings(&[], no_native);
        let interpreted = findings(&[], no_machine);
        assert_eq!(native.len(), bytecode.len());
        assert_eq!(native.len(), interpreted.len());
        let mut lassos = 0;
        for (index, (name, native)) in native.iter().enumerate() {
            assert_eq!(native.engine, Engine::Native, "{name}");
            let others = [
                (Engine::Bytecode, &bytecode[index].1),
                (Engine::Interpreter, &interpreted[index].1),
            ];
            for (engine, other) in others {
                assert_eq!(other.engine, engine, "{name}");
                assert_eq!(native.figures.states, other.figures.states, "{name}");
                assert_eq!(native.is_violation(), other.is_violation(), "{name}");
                lassos += usize::from(matches!(other.answer, Answer::Lasso(_)));
            }
        }
        assert!(lassos > 1, "the model has a violation for ever");
    }

    /// Who asks for an engine gets that or nothing.
    #[test]
    fn an_engine_that_is_asked_for_is_not_replaced() {
        for flags in [["--engine", "native"], ["--engine", "bytecode"]] {
            for (name, finding) in findings(&flags, no_machine) {
                assert!(matches!(finding.answer, Answer::Incomplete(_)), "{name}");
            }
        }
        for (name, finding) in findings(&["--engine", "bytecode"], code::compile) {
            assert_eq!(finding.engine, Engine::Bytecode, "{name}");
        }
    }
}
