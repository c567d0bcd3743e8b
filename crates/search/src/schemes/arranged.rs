//! Edges in an order of preference.

use crate::limits::{Reason, Watch};
use crate::preference::Preference;
use crate::product::{Around, Edges, Product};
use omega::Marks;

/// A product whose edges come in an order of preference.
pub(super) struct Arranged<P> {
    pub product: P,
    pub preference: Preference,
}

impl<P: Product> Product for Arranged<P> {
    fn set_watch(&mut self, watch: Watch) {
        self.product.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        self.product.all_marks()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.product.initial(out)?;
        self.preference.arrange(&[], out.in_order());
        Ok(())
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        self.product.edges(state, out)
    }

    fn enough(
        &mut self,
        state: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        self.product.enough(state, on_path, out)?;
        self.preference.arrange(state, out.in_order());
        Ok(())
    }
}

impl<P: Product> Around for Arranged<P> {
    type Inner = P;

    fn inner(&self) -> &Self::Inner {
        &self.product
    }

    fn inner_mut(&mut self) -> &mut Self::Inner {
        &mut self.product
    }
}
