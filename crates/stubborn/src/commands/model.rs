//! Reading a model: the flags that every command on a model has, and what comes of them.

use super::parse::show;
use crate::exit::Exit;
use crate::output::eprintln;
use program::Program;
use promela::Addition;
use promela::diagnostic::Diagnostic;
use promela::span::{SourceFile, SourceMap, Span};
use report::narrate::{Sources, Words};
use report::trace::{Site, Source};
use std::path::PathBuf;

/// Which model, and what its text and meaning depend on.
#[derive(Clone, clap::Args)]
pub struct ModelArgs {
    /// The model, in Promela
    pub file: PathBuf,
    /// Define a macro, as `#define NAME VALUE` would
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Search this directory for #include
    #[arg(short = 'I', value_name = "DIRECTORY")]
    include: Vec<PathBuf>,
    /// A message sent to a full channel is lost instead of blocking the sender (as spin -m)
    #[arg(long)]
    lossy: bool,
    /// Do not show warnings about the model
    #[arg(long)]
    no_warnings: bool,
}

/// A model that can be run.
pub struct Model {
    pub program: Program,
    pub sources: SourceMap,
}

/// What reading a model gave, right or wrong.
pub struct Reading {
    pub model: promela::ast::Model,
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
    /// There is one unless there are errors.
    pub program: Option<Program>,
}

impl ModelArgs {
    /// Reads the model as far as its mistakes allow.
    pub fn read(&self) -> Reading {
        self.read_with(&[])
    }

    /// Reads the model and what the command line adds to it.
    pub fn read_with(&self, additions: &[Addition]) -> Reading {
        let options = promela::Options {
            defines: self.define.clone(),
            include_dirs: self.include.clone(),
        };
        let parsed = promela::parse_file_with(&self.file, &options, additions);
        let failed = parsed.has_errors();
        let mut diagnostics = parsed.diagnostics;
        let mut program = None;
        if !failed {
            let options = promela::lower::Options { lossy: self.lossy };
            let (lowered, more) = promela::lower::lower(&parsed.model, &options);
            program = lowered;
            diagnostics.extend(more);
        }
        diagnostics.retain(|diagnostic| diagnostic.is_error() || !self.no_warnings);
        Reading {
            model: parsed.model,
            sources: parsed.sources,
            diagnostics,
            program,
        }
    }

    /// Reads a model that is to be run, and shows what is wrong with it.
    pub fn load(&self) -> Result<Model, Exit> {
        self.read().finish()
    }

    /// The name under which results are reported.
    pub fn name(&self) -> String {
        self.file.display().to_string()
    }
}

impl Reading {
    /// Shows what is wrong with the model; there is one that can be run if nothing is.
    pub fn finish(self) -> Result<Model, Exit> {
        show(&self.diagnostics, &self.sources);
        let program = self.program.ok_or(Exit::Usage)?;
        if let Err(broken) = program::verify::verify(&program) {
            eprintln!("internal error: the model breaks the rules of its own representation.");
            for problem in broken {
                eprintln!("  {problem}");
            }
            eprintln!("Please report this, with the model.");
            return Err(Exit::Usage);
        }
        Ok(Model {
            program,
            sources: self.sources,
        })
    }
}

impl Sources for Model {
    fn sources(&self) -> Vec<Source> {
        let source = |file: &SourceFile| Source {
            path: file.path.display().to_string(),
            text: file.text.to_string(),
        };
        self.sources.files().iter().map(source).collect()
    }

    fn site(&self, span: program::Span) -> Site {
        let span = self.sources.site(Span::from(span));
        let files = self.sources.files().iter();
        let file = self.sources.file_of(span);
        let source = file.and_then(|file| files.clone().position(|it| std::ptr::eq(it, file)));
        let place = |span| {
            let at = self.sources.location(span);
            at.map_or((1, 1), |at| (at.line, at.column))
        };
        let ((line, column), (end_line, end_column)) = (place(span), place(span.end()));
        Site {
            source: source.unwrap_or(0),
            line,
            column,
            end_line,
            end_column,
        }
    }

    fn position(&self, span: program::Span) -> String {
        let site = self.sources.site(Span::from(span));
        match self.sources.location(site) {
            Some(at) => format!("{}:{}", at.path.display(), at.line),
            None => "?".to_owned(),
        }
    }

    fn text(&self, span: program::Span) -> String {
        let site = self.sources.site(Span::from(span));
        let words = self.sources.text(site).split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }
}

impl Model {
    /// Words for its moves.
    pub fn words(&self) -> Words<'_> {
        Words::new(&self.program, self)
    }
}
