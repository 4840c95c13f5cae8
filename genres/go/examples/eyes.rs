//! Both readers on every eye shape: cells × placement × outside liberties × attacker stones inside
//! × side to move.
//!
//! `cargo run --release -p tesuji-go --example eyes -- [--size N] [--from I] [--to J] [--over E] [--most F] [--out DIR]`
//!
//! A position counts once for each shape (modulo rotation and reflection), placement (centre, side,
//! corner; images that differ there), number of outside liberties (0, 1, 2), set of cells with
//! attacker stones modulo the symmetries of the placed shape, and side to move. What is no legal
//! position doesn't count. Shapes are numbered by size from 0 (`--from` up to but not `--to`) and
//! taken in order, on one core; with `--out` the figures of each are kept in a file of its own, and
//! a shape whose file is there is not read again.
//!
//! The production reader reads each position as a question of its own. The reference reader builds
//! one whole graph for each placed shape: fewer outside liberties are the same position with the
//! others filled by stones that are joined to the wall. In the corner a shape can cut the stones
//! around it in two, and then the smaller chain can be captured and played upon: placed shapes with
//! more than F points that can become empty (16 where nothing is said) are left out and counted;
//! those with at most E are another run's.

use clap::Parser;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tesuji_go::read::shapes::{Shape, Site};
use tesuji_go::read::{Area, Exits, Supply, shapes};
use tesuji_go::{DfPnReader, Question, Reader, ReferenceReader, Role};
use tesuji_solver::Limits;

/// Both readers on every eye shape.
#[derive(Parser)]
struct Args {
    /// Cells of the largest shapes
    #[arg(long, default_value_t = 8)]
    size: usize,
    /// The first shape, by its number
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// The shape before which to end
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    to: usize,
    /// Only placed shapes with more points that can become empty
    #[arg(long)]
    over: Option<u32>,
    /// And with no more than so many of them
    #[arg(long, default_value_t = 16)]
    most: u32,
    /// A folder for the figures of each shape; those that are there are not found again
    #[arg(long)]
    out: Option<PathBuf>,
}

/// What came of a shape.
#[derive(Default)]
struct Tally {
    positions: u64,
    graphs: u64,
    /// Placed shapes left out for their size.
    left: u64,
    wrong: Vec<String>,
    classes: BTreeMap<String, u64>,
}

/// Are the positions of `small` positions of `large`, with stones that are joined to the wall on
/// the cells that it lacks?
fn holds(large: &Area, small: &Area, question: &Question) -> bool {
    let attackers = question.board.stones(question.color(Role::Attacker));
    let lacks = |(i, p): (usize, &tesuji_go::Point)| match small.cell(*p) {
        Some(_) => true,
        None => attackers.contains(*p) && large.wall >> i & 1 == 1,
    };
    small.cells.iter().all(|p| large.cell(*p).is_some()) && large.cells.iter().enumerate().all(lacks)
}

/// Points that can become empty: all of the region but the target, whose capture ends it.
fn free(area: &Area) -> u32 {
    (area.all & !area.target.unwrap_or(0)).count_ones()
}

fn compare_placed(site: Site, placed: &Shape, sizes: Range<u32>, fast: &DfPnReader, tally: &mut Tally) {
    let sets = shapes::sets(site, placed);
    // The most liberties first: theirs is the graph that may hold the others.
    let mut graphs: Vec<(Area, Vec<(Question, Role)>)> = Vec::new();
    for liberties in (0..3).rev() {
        let asked: Vec<_> = sets.iter().filter_map(|inner| shapes::question(site, placed, liberties, inner)).collect();
        let Some(any) = asked.first() else { continue };
        let own = Area::of(any, Exits::Free).expect("small");
        let graph = graphs.iter().position(|(area, _)| holds(area, &own, any)).unwrap_or_else(|| {
            graphs.push((own, Vec::new()));
            graphs.len() - 1
        });
        graphs[graph].1.extend(asked.into_iter().flat_map(|q| Role::ALL.map(|role| (q.clone(), role))));
    }
    let largest = graphs.iter().map(|(area, _)| free(area)).max().unwrap_or(0);
    if !sizes.contains(&largest) {
        tally.left += u64::from(largest >= sizes.end);
        return;
    }
    for (area, asked) in graphs {
        tally.graphs += 1;
        let states: Vec<_> = asked.iter().map(|(q, role)| area.state(q, *role, Supply::NONE)).collect();
        let want = ReferenceReader.read_all(&area, &states, &Limits::default()).expect("no limits");
        for ((q, role), want) in asked.iter().zip(want) {
            tally.positions += 1;
            let got = fast.read_first(q, *role, &Limits::default()).expect("small").outcome;
            *tally.classes.entry(want.to_string()).or_default() += 1;
            if got != want {
                tally.wrong.push(format!("{} {role} first: {got}, not {want}", q.picture()));
            }
        }
    }
}

/// The figures of a shape as lines: what is counted, a tab, how often; then the differences.
fn write(tally: &Tally, file: &Path) -> std::io::Result<()> {
    let mut text = format!("positions\t{}\ngraphs\t{}\nleft out\t{}\n", tally.positions, tally.graphs, tally.left);
    tally.classes.iter().for_each(|(class, n)| text += &format!("{class}\t{n}\n"));
    tally.wrong.iter().for_each(|line| text += &format!("DIFFERENCE {line}\n"));
    let part = file.with_extension("part");
    std::fs::write(&part, text)?;
    std::fs::rename(part, file)
}

fn read(file: &Path) -> Option<Tally> {
    let mut tally = Tally::default();
    for line in std::fs::read_to_string(file).ok()?.lines() {
        if let Some(wrong) = line.strip_prefix("DIFFERENCE ") {
            tally.wrong.push(wrong.to_owned());
            continue;
        }
        let (name, n) = line.split_once('\t')?;
        let n = n.parse().ok()?;
        match name {
            "positions" => tally.positions = n,
            "graphs" => tally.graphs = n,
            "left out" => tally.left = n,
            class => *tally.classes.entry(class.to_owned()).or_default() += n,
        }
    }
    Some(tally)
}

fn main() -> std::io::Result<()> {
    let Args { size, from, to, over, most, out } = Args::parse();
    let sizes = over.map_or(0, |over| over.saturating_add(1))..most.saturating_add(1);
    if let Some(out) = &out {
        std::fs::create_dir_all(out)?;
    }
    let fast = DfPnReader::telling_seki();
    let mut by_size = BTreeMap::<usize, (usize, Tally)>::new();
    for (i, shape) in shapes::all(size).iter().enumerate().take(to).skip(from) {
        let file = out.as_ref().map(|out| out.join(format!("shape-{i:03}.txt")));
        let tally = match file.as_deref().and_then(read) {
            Some(tally) => tally,
            None => {
                let mut tally = Tally::default();
                for (site, placed) in shapes::placements(shape) {
                    compare_placed(site, &placed, sizes.clone(), &fast, &mut tally);
                }
                if let Some(file) = &file {
                    write(&tally, file)?;
                }
                eprintln!("shape {i}: {} positions, {} differences", tally.positions, tally.wrong.len());
                tally
            }
        };
        tally.wrong.iter().for_each(|line| println!("{line}"));
        let (shapes, all) = by_size.entry(shape.len()).or_default();
        *shapes += 1;
        all.positions += tally.positions;
        all.graphs += tally.graphs;
        all.left += tally.left;
        all.wrong.extend(tally.wrong);
        tally.classes.into_iter().for_each(|(class, n)| *all.classes.entry(class).or_default() += n);
    }
    for (cells, (shapes, all)) in &by_size {
        let (positions, wrong) = (all.positions, all.wrong.len());
        println!(
            "{cells} cells: {shapes} shapes, {} graphs, {} placed shapes left out, {positions} positions, {wrong} differences; {:?}",
            all.graphs, all.left, all.classes
        );
    }
    let sum = |of: fn(&Tally) -> u64| by_size.values().map(|(_, tally)| of(tally)).sum::<u64>();
    let wrong = sum(|t| t.wrong.len() as u64);
    println!("together {} positions, {wrong} differences", sum(|t| t.positions));
    if wrong > 0 {
        std::process::exit(1);
    }
    Ok(())
}
