//! From runs that were confirmed to traces.

mod automaton;
mod cast;
mod detail;
mod mail;
mod sources;
mod teller;
mod words;

pub use automaton::Claim;
pub use cast::Cast;
pub use detail::violation;
pub use sources::Sources;
pub use teller::Teller;
pub use words::{Words, together};

pub(crate) use cast::name;
pub(crate) use words::phrase;

use crate::trace::{Act, Property, RUN, Step, Trace, Waiting};
use evidence::{Followed, Lasso, Onward, Run};
use program::explore::Problem;
use program::interpreter::Interpreter;
use program::{Program, Span, State};

/// What a run is a counterexample of.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The model, as the user names it.
    pub model: &'a str,
    /// The property, and its kind: those of [`Property`].
    pub name: &'a str,
    pub kind: &'a str,
    /// Where the model states the property.
    pub site: Option<Span>,
}

/// Tells the runs of a program.
#[derive(Clone, Copy)]
pub struct Narrator<'a> {
    program: &'a Program,
    sources: &'a dyn Sources,
    words: Words<'a>,
}

impl<'a> Narrator<'a> {
    pub fn new(program: &'a Program, sources: &'a dyn Sources) -> Narrator<'a> {
        let words = Words::new(program, sources);
        Narrator {
            program,
            sources,
            words,
        }
    }

    /// A finite run to something wrong.
    pub fn run(&self, subject: Subject<'_>, run: &Run) -> Trace {
        let detail = detail::of_run(self.words, run);
        let mut trace = self.trace(subject, detail);
        // There is no first state if already that cannot be made.
        let first = run
            .records
            .first()
            .map_or(&run.last, |record| &record.before);
        if let Problem::Fault { step: None, .. } = run.problem {
            return trace;
        }
        let mut teller = self.tell(&mut trace, first, &run.records);
        match &run.problem {
            Problem::Fault {
                step: Some(step),
                fault,
            } => {
                let fault = teller.fault(&run.last, step, fault);
                trace.property.site = Some(fault.act.site);
                trace.steps.push(fault);
            }
            Problem::InvalidEnd => {
                trace.waiting = self.waiting(&teller.cast, &run.last);
                let stuck = trace.waiting.iter().find(|waiting| !waiting.ended);
                trace.property.site = stuck.map(|waiting| waiting.act.site);
            }
            Problem::Violation(violation) => {
                let place = detail::place(self.program, violation);
                trace.property.site = place.map(|span| self.sources.site(span));
            }
            Problem::Fault { step: None, .. } => {}
        }
        self.finish(trace, &mut teller)
    }

    /// An infinite run that is bad, and the claim that says so, if it is one.
    pub fn lasso(&self, subject: Subject<'_>, lasso: &Lasso, claim: Option<Claim<'_>>) -> Trace {
        let mut trace = self.trace(subject, detail::of_lasso(self.words, lasso));
        let initial = Interpreter::new(self.program).initial();
        let initial = initial.unwrap_or_else(|_| State::empty(self.program));
        let mut teller = self.tell(&mut trace, &initial, &lasso.records);
        if let Some((step, fault)) = &lasso.fault {
            let last = lasso.records.last();
            let last = last.map_or(&initial, |record| &record.after);
            trace.steps.push(teller.fault(last, step, fault));
        }
        // A run that ends repeats nothing, the move that it ends with included.
        trace.cycle = Some(match lasso.onward() {
            Onward::Cycle | Onward::Divergence(_) => lasso.cycle,
            Onward::Halt | Onward::Fault => trace.steps.len(),
        });
        trace.fairness = detail::fairness(self.words, lasso);
        let followed = claim.and_then(|claim| Some((claim, automaton::follow(claim, lasso)?)));
        if let Some((claim, (initial, states))) = followed {
            trace.automaton = Some(automaton::show(self.program, claim, initial));
            for (step, state) in trace.steps.iter_mut().zip(states) {
                step.state = Some(state);
            }
        }
        self.finish(trace, &mut teller)
    }

    /// A run with nothing wrong in it, as far as anybody asked.
    pub fn plain(&self, model: &str, followed: &Followed) -> Trace {
        let subject = Subject {
            model,
            name: RUN,
            kind: RUN,
            site: None,
        };
        let records = &followed.records;
        let first = records
            .first()
            .map_or(&followed.last, |first| &first.before);
        let mut trace = self.trace(subject, detail::of_steps(records.len()));
        let mut teller = self.tell(&mut trace, first, records);
        if let Some((step, fault)) = &followed.fault {
            trace.steps.push(teller.fault(&followed.last, step, fault));
        }
        let ended = followed.cycle == Some(records.len());
        trace.cycle = followed
            .cycle
            .map(|cycle| if ended { trace.steps.len() } else { cycle });
        self.finish(trace, &mut teller)
    }

    fn trace(&self, subject: Subject<'_>, detail: String) -> Trace {
        Trace {
            model: subject.model.to_owned(),
            property: Property {
                name: subject.name.to_owned(),
                kind: subject.kind.to_owned(),
                detail,
                site: subject.site.map(|span| self.sources.site(span)),
            },
            sources: self.sources.sources(),
            processes: Vec::new(),
            variables: Vec::new(),
            initial: Vec::new(),
            steps: Vec::new(),
            cycle: None,
            waiting: Vec::new(),
            fairness: Vec::new(),
            automaton: None,
        }
    }

    fn tell(&self, trace: &mut Trace, first: &State, records: &[evidence::Record]) -> Teller<'a> {
        let mut teller = Teller::new(self.program, self.sources, first);
        trace.initial = teller.cast.values();
        let steps = records.iter().map(|record| teller.step(record));
        trace.steps = steps.collect();
        teller
    }

    fn waiting(&self, cast: &Cast<'_>, state: &State) -> Vec<Waiting> {
        let waiting = |pid| {
            let location = self.words.location(state, pid)?;
            let (span, statement) = self.words.choice(location);
            let act = Act {
                process: cast.process(pid),
                statement,
                site: self.sources.site(span),
            };
            let ended = location.end;
            Some(Waiting { act, ended })
        };
        (0..state.process_count()).filter_map(waiting).collect()
    }

    /// Adds who and what took part, and leaves out files that nothing refers to.
    fn finish(&self, mut trace: Trace, teller: &mut Teller<'a>) -> Trace {
        trace.processes = std::mem::take(&mut teller.cast.processes);
        trace.variables = std::mem::take(&mut teller.cast.variables);
        trace.initial.resize(trace.variables.len(), None);
        let mut used = vec![false; trace.sources.len()];
        // The model itself comes first, whether something happens in it or not.
        if let Some(model) = used.first_mut() {
            *model = true;
        }
        sites(&mut trace, |source| used[*source] = true);
        let kept = |index: usize| used[..index].iter().filter(|used| **used).count();
        let places: Vec<usize> = (0..used.len()).map(kept).collect();
        sites(&mut trace, |source| *source = places[*source]);
        let mut used = used.iter();
        trace.sources.retain(|_| *used.next().unwrap_or(&false));
        trace
    }
}

/// Calls `visit` with the source of every site of a trace.
fn sites(trace: &mut Trace, mut visit: impl FnMut(&mut usize)) {
    let act = |act: &mut Act, visit: &mut dyn FnMut(&mut usize)| visit(&mut act.site.source);
    if let Some(site) = &mut trace.property.site {
        visit(&mut site.source);
    }
    for Step {
        act: first,
        partner,
        ..
    } in &mut trace.steps
    {
        act(first, &mut visit);
        if let Some(partner) = partner {
            act(partner, &mut visit);
        }
    }
    for waiting in &mut trace.waiting {
        act(&mut waiting.act, &mut visit);
    }
}
