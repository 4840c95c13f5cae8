//! The sites of a network: where the parts of techniques stand, and what they read.

use super::state::{Room, State};
use super::tables::Tables;
use crate::techniques::steps::{LastValue, Look, Marks, Part};
use crate::{Catalog, Domain, Network, RuleId, Store, Technique, Tier, Var};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A technique.
pub(super) struct Level {
    pub(super) technique: Arc<dyn Technique>,
    /// Its number among the techniques of the tables.
    number: u32,
    /// Candidates more than one a variable, up to which its conclusions are kept.
    pub(super) most: usize,
}

/// A place where a technique can stand.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) level: u16,
    /// Its keys fit into a word.
    pub(super) is_small: bool,
    /// It has no table.
    pub(super) is_bare: bool,
    /// Its table, found when it is first asked.
    table: AtomicU32,
    /// Its cells, among all.
    pub(super) cells: [u32; 2],
    /// Bits of its candidates; those of its switches follow.
    pub(super) bits: u32,
    /// Rules around that can be switched, among all.
    pub(super) switches: [u32; 2],
    /// The rules that it is about.
    pub(super) own: [Option<RuleId>; 2],
    /// Its part, among all.
    pub(super) part: u32,
    /// The sites that it stands for where the order is free, among all members; or none.
    pub(super) members: [u32; 2],
}

/// A variable in the key of a site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) var: u16,
    pub(super) at: u8,
    pub(super) width: u8,
}

/// Where other variables stand that an all-different rule strikes a written value from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) rule: RuleId,
    pub(super) peers: [u32; 2],
}

/// The techniques of a catalog up to a tier, compiled for a network of which some rules can be
/// switched. It goes with the tables that it was made with.
pub struct Plan {
    pub(super) network: Arc<Network>,
    pub(super) levels: Vec<Level>,
    pub(super) last: Arc<dyn Technique>,
    /// In the order of grading.
    pub(super) sites: Vec<Site>,
    pub(super) parts: Vec<Part>,
    pub(super) cells: Vec<Cell>,
    pub(super) switches: Vec<RuleId>,
    /// By variable: its lowest value.
    pub(super) low: Vec<u32>,
    /// By variable: the sites that read it, a bit each.
    reads: Vec<u64>,
    /// By tier: its sites and those of easier ones, for the order of grading and for a free order.
    within: Vec<[Vec<u64>; 2]>,
    members: Vec<u32>,
    /// Looks of all parts.
    pub(super) looks: usize,
    /// Sites that a run asks where all others stall, if the order is free.
    pub(super) late: Vec<u64>,
    /// By rule: the sites that are about it.
    about: Vec<Vec<u32>>,
    /// By rule: its number up to the names of variables, found when first asked.
    specs: Vec<AtomicU32>,
    /// By rule: can it be switched?
    pub(super) is_switched: Vec<bool>,
    /// By variable: its lines, among all.
    lines_of: Vec<[u32; 2]>,
    lines: Vec<Line>,
    pub(super) peers: Vec<u32>,
    pub(super) room: Room,
    /// The state before any step, without the rules that can be switched.
    pub(super) initial: State,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Plan of {} sites on {} variables", self.sites.len(), self.low.len())
    }
}

/// Bits of a key.
pub(crate) const KEY_BITS: u32 = 128;
/// Variables of a network with tables.
const MOST_VARS: usize = 1 << 16;
/// Variables of a site that are many: a run asks it late.
pub(crate) const WIDE: usize = 30;

/// A table, or a rule's number, that is not known so far.
const UNKNOWN: u32 = u32::MAX;
/// The word that the shapes of sites begin with that stand for others; no technique's number.
const MERGED: u32 = u32::MAX;

/// A plan while sites are added.
struct Builder<'b> {
    plan: Plan,
    tables: &'b mut Tables,
    net: &'b Network,
    /// By site: the variables that it reads; `None`: all.
    reads: Vec<Option<Vec<Var>>>,
}

impl Plan {
    /// Compiles techniques up to a tier; `None`: not all are sums of parts, nobody writes last values
    /// down, or there would be more sites than `most`. `switched`: the rules that can be switched.
    pub fn new(
        network: Arc<Network>,
        catalog: &Catalog,
        (hardest, most): (Tier, usize),
        switched: &[RuleId],
        tables: &mut Tables,
    ) -> Option<Plan> {
        let (last, mut order) = LastValue::split_from(catalog)?;
        order.retain(|technique| technique.tier() <= hardest);
        if order.iter().any(|technique| technique.parted().is_none()) {
            return None;
        }
        let net = Arc::clone(&network);
        let mut is_switched = vec![false; net.rule_ids().len()];
        switched.iter().for_each(|rule| is_switched[rule.index()] = true);
        let low = net.domains().iter().map(|domain| domain.0.trailing_zeros().min(63)).collect();
        let plan = Plan {
            network,
            levels: Vec::new(),
            last,
            sites: Vec::new(),
            parts: Vec::new(),
            cells: Vec::new(),
            switches: Vec::new(),
            low,
            reads: Vec::new(),
            within: Vec::new(),
            members: Vec::new(),
            looks: 0,
            late: Vec::new(),
            about: vec![Vec::new(); net.rule_ids().len()],
            specs: net.rule_ids().map(|_| AtomicU32::new(UNKNOWN)).collect(),
            is_switched,
            lines_of: Vec::new(),
            lines: Vec::new(),
            peers: Vec::new(),
            room: Room::default(),
            initial: State::default(),
        };
        let mut builder = Builder { plan, tables, net: &net, reads: Vec::new() };
        let mut marks = Marks::new(&net);
        for technique in order {
            builder.add(technique, &mut marks);
            if builder.plan.sites.len() > most {
                return None;
            }
        }
        Some(builder.finish())
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Number of sites.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Are there no sites?
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// The number of sites with `times` as many rules that can be switched, about.
    pub fn len_with(&self, times: f64) -> usize {
        let is_switched = |rule: &&RuleId| self.is_switched[rule.index()];
        let size = |site: &Site| times.powi(site.own.iter().flatten().filter(is_switched).count() as i32);
        self.sites.iter().map(size).sum::<f64>() as usize
    }

    /// The sites of a tier and easier ones, for the order of grading or for a free order.
    pub(super) fn within(&self, tier: Tier, is_free: bool) -> &[u64] {
        &self.within[tier as usize][usize::from(is_free)]
    }

    /// The sites that a site stands for.
    pub(super) fn members_of(&self, site: &Site) -> &[u32] {
        &self.members[site.members[0] as usize..site.members[1] as usize]
    }

    /// The sites that read a variable, a bit each.
    #[inline]
    pub(super) fn readers(&self, var: usize) -> &[u64] {
        let words = self.late.len();
        &self.reads[var * words..][..words]
    }

    /// The all-different rules of a variable.
    #[inline]
    pub(super) fn lines(&self, var: usize) -> &[Line] {
        let [from, to] = self.lines_of[var];
        &self.lines[from as usize..to as usize]
    }

    /// The sites that are about a rule.
    pub(super) fn about(&self, rule: RuleId) -> &[u32] {
        &self.about[rule.index()]
    }

    /// The cells of a site.
    #[inline]
    pub(super) fn cells_of(&self, site: &Site) -> &[Cell] {
        &self.cells[site.cells[0] as usize..site.cells[1] as usize]
    }

    /// The rules around a site that can be switched.
    #[inline]
    pub(super) fn switches_of(&self, site: &Site) -> &[RuleId] {
        &self.switches[site.switches[0] as usize..site.switches[1] as usize]
    }
}

impl Builder<'_> {
    fn add(&mut self, technique: Arc<dyn Technique>, marks: &mut Marks) {
        let Some(parted) = technique.parted() else { return };
        let most = parted.tabled();
        let number = self.tables.technique(technique.id());
        for part in parted.parts(self.net, marks) {
            let first = self.plan.sites.len();
            match (most, part.rule) {
                (Some(_), Some(rule)) if part.looks.is_empty() => {
                    let reads = part.reads.clone();
                    self.site([Some(rule), None], &[], reads);
                    self.plan.parts.push(part);
                }
                (Some(_), Some(rule)) => {
                    for look in part.looks {
                        let own = [Some(rule), look.second];
                        let known = !look.reads.is_empty();
                        let reads = if known { look.reads.clone() } else { self.reads_of(own, &look, marks) };
                        self.site(own, &look.via, reads);
                        let around = if look.second.is_some() { part.around.clone() } else { Vec::new() };
                        self.plan.parts.push(Part { rule: part.rule, around, looks: vec![look], ..Part::default() });
                    }
                }
                _ => {
                    let is_all = part.is_of_board() || part.reads.len() * 2 > self.net.len();
                    self.bare([part.rule, None], (!is_all).then(|| part.reads.clone()));
                    self.plan.parts.push(part);
                }
            }
            for at in first..self.plan.sites.len() {
                self.plan.sites[at].part = at as u32;
                self.plan.sites[at].level = self.plan.levels.len() as u16;
                self.plan.parts[at].first_look = self.plan.looks;
                self.plan.looks += self.plan.parts[at].looks.len();
            }
        }
        self.plan.levels.push(Level { number, most: most.unwrap_or(0), technique });
    }

    fn reads_of(&self, own: [Option<RuleId>; 2], look: &Look, marks: &mut Marks) -> Vec<Var> {
        marks.clear();
        let rules = own.iter().flatten().chain(&look.via);
        let vars = rules.flat_map(|&rule| self.net.rule(rule).scope()).copied();
        vars.filter(|&var| marks.insert_var(var)).collect()
    }

    /// A site without a table.
    fn bare(&mut self, own: [Option<RuleId>; 2], reads: Option<Vec<Var>>) {
        let (cells, switches) = (self.plan.cells.len() as u32, self.plan.switches.len() as u32);
        self.plan.sites.push(Site {
            level: 0,
            is_small: false,
            is_bare: true,
            table: AtomicU32::new(UNKNOWN),
            cells: [cells; 2],
            bits: 0,
            switches: [switches; 2],
            own,
            part: 0,
            members: [0; 2],
        });
        self.reads.push(reads);
    }

    /// A site with a table, if its keys are short enough.
    fn site(&mut self, own: [Option<RuleId>; 2], via: &[RuleId], reads: Vec<Var>) {
        let from = self.plan.cells.len();
        let mut bits = 0;
        for &var in &reads {
            let domain = self.net.domains()[var.index()];
            let high = 64 - domain.0.leading_zeros();
            let low = self.plan.low[var.index()].min(high);
            let width = high - low;
            self.plan.cells.push(Cell { var: var.0 as u16, at: bits as u8, width: width as u8 });
            bits += width;
        }
        let has_none = |var: &Var| self.net.domains()[var.index()].is_empty();
        let is_odd = reads.is_empty() || self.net.len() > MOST_VARS || reads.iter().any(has_none);
        let can = via.iter().copied().filter(|rule| self.plan.is_switched[rule.index()]);
        let switches: Vec<RuleId> = can.collect();
        if bits + switches.len() as u32 > KEY_BITS || is_odd {
            self.plan.cells.truncate(from);
            let is_all = reads.len() > WIDE && reads.len() * 2 > self.net.len();
            return self.bare(own, (!is_all).then_some(reads));
        }
        let all = bits + switches.len() as u32;
        let first = self.plan.switches.len() as u32;
        self.plan.switches.extend(switches);
        self.plan.sites.push(Site {
            level: 0,
            is_small: all <= 64,
            is_bare: false,
            table: AtomicU32::new(UNKNOWN),
            cells: [from as u32, self.plan.cells.len() as u32],
            bits,
            switches: [first, self.plan.switches.len() as u32],
            own,
            part: 0,
            members: [0; 2],
        });
        self.reads.push(Some(reads));
    }

    /// Adds a site for all steps of a tier that one rule takes alone: where the order is free a run
    /// asks all of them at once.
    fn merge(&mut self) {
        let mut groups: BTreeMap<(RuleId, Tier), Vec<usize>> = BTreeMap::new();
        for (number, site) in self.plan.sites.iter().enumerate() {
            let is_alone = !site.is_bare && self.plan.parts[site.part as usize].looks.is_empty();
            if let ([Some(rule), None], true) = (site.own, is_alone) {
                let tier = self.plan.levels[usize::from(site.level)].technique.tier();
                groups.entry((rule, tier)).or_default().push(number);
            }
        }
        groups.retain(|_, members| members.len() > 1);
        // By its first member: where the site of a group stands.
        let first: BTreeMap<usize, &Vec<usize>> = groups.values().map(|members| (members[0], members)).collect();
        let (sites, reads) = (std::mem::take(&mut self.plan.sites), std::mem::take(&mut self.reads));
        let (mut places, mut merged) = (Vec::with_capacity(sites.len()), Vec::new());
        for (number, (site, reads)) in sites.into_iter().zip(reads).enumerate() {
            if let Some(members) = first.get(&number) {
                merged.push((self.plan.sites.len(), *members));
                self.plan.sites.push(site.again());
                self.reads.push(reads.clone());
            }
            places.push(self.plan.sites.len() as u32);
            self.plan.sites.push(site);
            self.reads.push(reads);
        }
        for (site, members) in merged {
            let from = self.plan.members.len() as u32;
            self.plan.members.extend(members.iter().map(|&member| places[member]));
            self.plan.sites[site].members = [from, self.plan.members.len() as u32];
        }
    }

    fn finish(mut self) -> Plan {
        self.merge();
        let Builder { mut plan, net, reads, .. } = self;
        let words = plan.sites.len().div_ceil(64);
        plan.late = vec![0; words];
        plan.reads = vec![0; words * net.len()];
        for (number, reads) in reads.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            let site = &plan.sites[number];
            site.own.iter().flatten().for_each(|rule| plan.about[rule.index()].push(number as u32));
            match reads {
                Some(vars) => vars.iter().for_each(|var| plan.reads[var.index() * words + word] |= bit),
                None => (0..net.len()).for_each(|var| plan.reads[var * words + word] |= bit),
            }
            // Whether a site has a table may differ from plan to plan of a board; the order must not.
            if reads.as_ref().is_none_or(|vars| vars.len() > WIDE) {
                plan.late[word] |= bit;
            }
        }
        let mut is_member = vec![false; plan.sites.len()];
        plan.members.iter().for_each(|&member| is_member[member as usize] = true);
        for tier in Tier::ALL {
            let mut within = [vec![0; words], vec![0; words]];
            let fits = |site: &Site| plan.levels[usize::from(site.level)].technique.tier() <= tier;
            for (number, site) in plan.sites.iter().enumerate().filter(|(_, site)| fits(site)) {
                let bit = 1 << (number % 64);
                let stands_for_others = site.members[0] < site.members[1];
                within[0][number / 64] |= if stands_for_others { 0 } else { bit };
                within[1][number / 64] |= if is_member[number] { 0 } else { bit };
            }
            plan.within.push(within);
        }
        let houses = net.houses();
        for var in net.vars() {
            let from = plan.lines.len() as u32;
            for &house in houses.of(var) {
                let house = &houses.list()[usize::from(house)];
                let first = plan.peers.len() as u32;
                plan.peers.extend(house.vars.iter().filter(|&&peer| peer != var).map(|peer| peer.0));
                plan.lines.push(Line { rule: house.rule, peers: [first, plan.peers.len() as u32] });
            }
            plan.lines_of.push([from, plan.lines.len() as u32]);
        }
        plan.room = Room::new(net.len(), words, net.rule_ids().len());
        plan.initial = plan.begun(net);
        plan
    }
}

impl Site {
    /// The same site, which may stand for others.
    fn again(&self) -> Site {
        Site { table: AtomicU32::new(UNKNOWN), ..*self }
    }
}

impl Plan {
    /// The table of a site.
    #[inline]
    pub(super) fn table_of(&self, site: &Site, tables: &mut Tables) -> u32 {
        match site.table.load(Ordering::Relaxed) {
            UNKNOWN => self.find_table(site, tables),
            table => table,
        }
    }

    #[cold]
    fn find_table(&self, site: &Site, tables: &mut Tables) -> u32 {
        let members = self.members_of(site);
        let shape = if members.is_empty() {
            self.shape(site, tables)
        } else {
            let of = |&member: &u32| self.table_of(&self.sites[member as usize], tables);
            std::iter::once(MERGED).chain(members.iter().map(of)).collect()
        };
        let table = tables.table(&shape, site.bits + self.switches_of(site).len() as u32);
        site.table.store(table, Ordering::Relaxed);
        table
    }

    /// A site up to the names of variables.
    fn shape(&self, site: &Site, tables: &mut Tables) -> Vec<u32> {
        let (net, cells) = (&self.network, self.cells_of(site));
        let via = self.parts[site.part as usize].looks.first().map_or(&[][..], |look| &look.via);
        let level = &self.levels[usize::from(site.level)];
        let mut shape = vec![level.number, u32::from(site.own[1].is_some()), via.len() as u32];
        for cell in cells {
            let low = self.low[usize::from(cell.var)];
            shape.push(low << 8 | u32::from(cell.width));
        }
        for &rule in site.own.iter().flatten().chain(via) {
            let spec = match self.specs[rule.index()].load(Ordering::Relaxed) {
                UNKNOWN => tables.spec(net, rule),
                spec => spec,
            };
            self.specs[rule.index()].store(spec, Ordering::Relaxed);
            shape.push(spec << 1 | u32::from(self.is_switched[rule.index()]));
            let place = |var: &Var| cells.iter().position(|cell| u32::from(cell.var) == var.0).unwrap_or(0) as u32;
            shape.extend(net.rule(rule).scope().iter().map(place));
        }
        shape
    }

    /// The state before any step, without the rules that can be switched.
    fn begun(&self, net: &Network) -> State {
        let mut state = State::new(self.room);
        for (var, domain) in net.domains().iter().enumerate() {
            state.set(var, domain.0 >> self.low[var]);
        }
        for rule in net.rule_ids().filter(|rule| !self.is_switched[rule.index()]) {
            state.switch_on(rule);
        }
        for (number, site) in self.sites.iter().enumerate() {
            let is_on = site.own.iter().flatten().all(|&rule| state.is_on(rule));
            state.mark(number);
            if is_on {
                state.activate(number);
            }
        }
        state
    }

    /// The candidates of a state on a network, as a store has them.
    pub(super) fn domain(&self, state: &State, var: usize) -> Domain {
        Domain(state.get(var) << self.low[var])
    }

    /// The network's own candidates, with a solution that nothing refutes.
    pub(super) fn store(&self) -> Store<'_> {
        Store::new(&self.network)
    }
}
