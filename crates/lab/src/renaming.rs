//! Renamings: of what can be turned into each other by new names, one is enough.

use crate::functions::Functions;
use crate::operation::MAX_STATES;
use std::rc::Rc;

/// Renamings of states that leave labels and some functions alone.
#[derive(Clone)]
pub struct Symmetries {
    labels: [u8; MAX_STATES],
    /// What becomes of each function.
    images: Vec<Rc<[u16]>>,
}

impl Symmetries {
    /// All renamings but the one that changes nothing.
    pub fn new(functions: &Functions, labels: &[u8; MAX_STATES]) -> Symmetries {
        let keeps = |names: &Vec<usize>| (0..names.len()).all(|q| labels[q] == labels[names[q]]);
        let changes = |names: &Vec<usize>| (0..names.len()).any(|q| names[q] != q);
        let images = permutations(functions.states)
            .into_iter()
            .filter(|names| keeps(names) && changes(names))
            .map(|names| functions.renamed(&names).into());
        Symmetries {
            labels: *labels,
            images: images.collect(),
        }
    }

    /// Whether a function never changes the label.
    pub fn keeps_labels(&self, functions: &Functions, number: usize) -> bool {
        let mut steps = functions.all[number].steps();
        steps.all(|(from, to)| self.labels[from] == self.labels[to])
    }

    /// The least function that they make of one.
    pub fn least(&self, number: usize) -> u16 {
        let images = self.images.iter().map(|image| image[number]);
        images.fold(number as u16, u16::min)
    }

    /// Whether none makes a lesser one of it.
    pub fn is_least(&self, number: usize) -> bool {
        self.images
            .iter()
            .all(|image| image[number] as usize >= number)
    }

    /// Those that leave another function alone, too.
    pub fn fixing(&self, number: usize) -> Symmetries {
        let fixes = |image: &&Rc<[u16]>| image[number] as usize == number;
        Symmetries {
            labels: self.labels,
            images: self.images.iter().filter(fixes).cloned().collect(),
        }
    }
}

/// All orders of the first numbers.
pub fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for number in 0..count {
        let insert = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |place| {
                let mut longer = order.clone();
                longer.insert(place, number);
                longer
            })
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}
