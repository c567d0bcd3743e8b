//! Strongly connected components.

/// The component of each node (Tarjan 1972, without recursion).
pub fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut component = vec![NONE; edges.len()];
    let (mut index, mut low) = (vec![NONE; edges.len()], vec![0; edges.len()]);
    let (mut next, mut found) = (0, 0);
    let mut open = Vec::new();
    for root in 0..edges.len() {
        if index[root] != NONE {
            continue;
        }
        // The path of the search: a node, and how many of its edges were followed.
        let mut path = vec![(root, 0)];
        while let Some((node, followed)) = path.last_mut() {
            let node = *node;
            if *followed == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                open.push(node);
            }
            if let Some(&to) = edges[node].get(*followed) {
                *followed += 1;
                if index[to] == NONE {
                    path.push((to, 0));
                } else if component[to] == NONE {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;
    use crate::generate::random::Random;

    /// Two nodes are in one component if each can be reached from the other.
    #[test]
    fn components_are_what_is_reached_both_ways() {
        let mut random = Random::new(1);
        for _ in 0..500 {
            let nodes = random.between(1, 8);
            let mut edges = vec![Vec::new(); nodes];
            for _ in 0..random.below(14) {
                let (from, to) = (random.below(nodes), random.below(nodes));
                edges[from].push(to);
            }
            let mut reaches = vec![vec![false; nodes]; nodes];
            for (from, reached) in reaches.iter_mut().enumerate() {
                let mut waiting = vec![from];
                while let Some(node) = waiting.pop() {
                    if !std::mem::replace(&mut reached[node], true) {
                        waiting.extend(&edges[node]);
                    }
                }
            }
            let of = components(&edges);
            for (a, b) in (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b))) {
                assert_eq!(of[a] == of[b], reaches[a][b] && reaches[b][a], "{edges:?}");
            }
        }
    }
}
