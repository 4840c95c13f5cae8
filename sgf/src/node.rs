//! Looking at trees.

use crate::arena::{NONE, NodeData, PropData};
use crate::ident::{LONG, canonical, canonical_bytes, key_of};
use crate::{BoardSize, Collection, Color, Move, NodeId, Point, Value};
use std::borrow::Cow;
use std::fmt;

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(crate) sgf: &'a Collection,
    pub(crate) id: u32,
}

impl Collection {
    pub(crate) fn is_named(&self, p: &PropData, key: u32, name: &str) -> bool {
        p.key == key && (key != LONG || canonical_bytes(self.name_bytes(p)).eq(name.bytes()))
    }

    pub(crate) fn name_bytes(&self, p: &PropData) -> &[u8] {
        self.buffer.get(p.name as usize..(p.name + p.name_len) as usize).unwrap_or_default()
    }
}

impl<'a> Node<'a> {
    /// The collection it is in.
    pub fn collection(self) -> &'a Collection {
        self.sgf
    }

    /// Its number.
    pub fn id(self) -> NodeId {
        NodeId(self.id)
    }

    /// The byte of the file where its semicolon stands; `None` for a node that was added.
    pub fn offset(self) -> Option<usize> {
        self.data().and_then(|d| self.sgf.source_offset(d.start))
    }

    fn data(self) -> Option<&'a NodeData> {
        self.sgf.nodes.get(self.id as usize)
    }

    fn at(self, id: u32) -> Option<Node<'a>> {
        (id != NONE).then_some(Node { sgf: self.sgf, id })
    }

    /// The node before it; `None` for a root.
    pub fn parent(self) -> Option<Node<'a>> {
        self.at(self.data()?.parent)
    }

    /// The first of the nodes after it.
    pub fn first_child(self) -> Option<Node<'a>> {
        self.at(self.data()?.first_child)
    }

    /// The next variation beside it.
    pub fn next_sibling(self) -> Option<Node<'a>> {
        self.at(self.data()?.next_sibling)
    }

    /// The nodes after it.
    pub fn children(self) -> Children<'a> {
        Children { next: self.first_child() }
    }

    /// It, its first child, that one's first child, and so on.
    pub fn main_line(self) -> MainLine<'a> {
        MainLine { next: Some(self) }
    }

    /// It and all nodes below, parents before children, variations in order.
    pub fn subtree(self) -> Nodes<'a> {
        Nodes { top: self, next: Some(self) }
    }

    /// The root of its game.
    pub fn root(self) -> Node<'a> {
        self.ancestors().last().unwrap_or(self)
    }

    /// It, its parent, and so on up to the root.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'a>> {
        std::iter::successors(Some(self), |n| n.parent())
    }

    fn props(self) -> &'a [PropData] {
        let Some(d) = self.data() else { return &[] };
        self.sgf.props.get(d.props as usize..(d.props + d.props_len) as usize).unwrap_or_default()
    }

    /// Its properties, in the order of the file.
    pub fn properties(self) -> impl DoubleEndedIterator<Item = Property<'a>> + ExactSizeIterator {
        self.props().iter().map(move |data| Property { sgf: self.sgf, data })
    }

    /// The first property of that name (`B`, `AB`, `C`); those of the old formats are found by
    /// their capitals.
    pub fn property(self, name: &str) -> Option<Property<'a>> {
        let key = key_of(name.as_bytes());
        let data = self.props().iter().find(|p| self.sgf.is_named(p, key, name))?;
        Some(Property { sgf: self.sgf, data })
    }

    /// Has it a property of that name?
    pub fn has(self, name: &str) -> bool {
        self.property(name).is_some()
    }

    /// The first value of the property.
    pub fn get(self, name: &str) -> Option<Value<'a>> {
        self.property(name)?.values().next()
    }

    /// The values of all properties of that name (some files give `AB` twice in a node).
    pub fn values(self, name: &str) -> impl Iterator<Item = Value<'a>> {
        let key = key_of(name.as_bytes());
        let sgf = self.sgf;
        let named: Vec<_> = self.props().iter().filter(|p| sgf.is_named(p, key, name)).collect();
        named.into_iter().flat_map(move |data| Property { sgf, data }.values())
    }

    /// The first value as text: unescaped, decoded, line breaks kept.
    pub fn text(self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name).map(Value::text)
    }

    /// The points of the property, compressed lists (`aa:cc`) written out; what is no point is left
    /// out.
    pub fn points(self, name: &str) -> Vec<Point> {
        self.values(name).flat_map(Value::points).collect()
    }

    /// The move of the node: `B` or `W`; a value that is neither a point nor a pass is left out.
    pub fn stone_played(self, size: BoardSize) -> Option<(Color, Move)> {
        self.moves(size).next()
    }

    /// The moves of the node in order; more than one is an error of the file.
    pub fn moves(self, size: BoardSize) -> impl Iterator<Item = (Color, Move)> + 'a {
        self.properties().flat_map(move |p| {
            let color = match p.data.key {
                BLACK => Some(Color::Black),
                WHITE => Some(Color::White),
                _ => None,
            };
            color.into_iter().flat_map(move |c| p.values().filter_map(move |v| Some((c, v.played(size)?))))
        })
    }

    /// Stones set or taken off: `AB`, `AW` and `AE` in the order of the file; of the same said of a
    /// point several times the last.
    pub fn setup(self) -> Vec<(Option<Color>, Point)> {
        let mut all = Vec::new();
        for p in self.properties() {
            let color = match p.data.key {
                ADD_BLACK => Some(Color::Black),
                ADD_WHITE => Some(Color::White),
                ADD_EMPTY => None,
                _ => continue,
            };
            for value in p.values() {
                all.extend(value.points().map(|at| (color, at)));
                // A rectangle of a few bytes can have thousands of points.
                if all.len() > 2 * EACH_POINT {
                    last_of_each(&mut all);
                }
            }
        }
        last_of_each(&mut all);
        all
    }

    /// Has it `AB`, `AW` or `AE`?
    pub fn has_setup(self) -> bool {
        self.props().iter().any(|p| matches!(p.key, ADD_BLACK | ADD_WHITE | ADD_EMPTY))
    }

    /// The size of the board by the root's `SZ`; 19×19 where it is missing or makes no sense.
    pub fn board_size(self) -> BoardSize {
        self.root().get("SZ").and_then(|v| BoardSize::read(v.raw())).unwrap_or(BoardSize::GO)
    }
}

/// Points that there can be, each with a stone of either colour and without.
const EACH_POINT: usize = 3 * 52 * 52;

/// Leaves out what is said again of a point later on; see [`Node::setup`].
pub fn last_of_each(all: &mut Vec<(Option<Color>, Point)>) {
    let mut seen = [false; EACH_POINT];
    let mut kept: Vec<_> = all
        .drain(..)
        .rev()
        .filter(|&(color, at)| {
            let kind = color.map_or(0, |color| 1 + usize::from(color == Color::White));
            let place = (kind * 52 + usize::from(at.y)) * 52 + usize::from(at.x);
            seen.get_mut(place).is_none_or(|seen| !std::mem::replace(seen, true))
        })
        .collect();
    kept.reverse();
    *all = kept;
}

pub(crate) const BLACK: u32 = key_of(b"B");
pub(crate) const WHITE: u32 = key_of(b"W");
const ADD_BLACK: u32 = key_of(b"AB");
const ADD_WHITE: u32 = key_of(b"AW");
const ADD_EMPTY: u32 = key_of(b"AE");

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path())?;
        f.write_str(": ;")?;
        for p in self.properties() {
            f.write_str(&p.name())?;
            for v in p.values() {
                write!(f, "[{}]", v.text())?;
            }
        }
        Ok(())
    }
}

impl PartialEq for Node<'_> {
    /// A handle of one node: equal handles name one node of one collection.
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.sgf, other.sgf)
    }
}

impl Eq for Node<'_> {}

/// A property: a name and its values.
#[derive(Clone, Copy)]
pub struct Property<'a> {
    sgf: &'a Collection,
    data: &'a PropData,
}

impl<'a> Property<'a> {
    /// The name in its canonical form.
    pub fn name(self) -> Cow<'a, str> {
        canonical(self.raw_name())
    }

    /// The name as it stands in the file.
    pub fn raw_name(self) -> &'a [u8] {
        self.sgf.name_bytes(self.data)
    }

    /// Is that its name?
    pub fn is(self, name: &str) -> bool {
        self.sgf.is_named(self.data, key_of(name.as_bytes()), name)
    }

    /// Its values: one at least.
    pub fn values(self) -> impl DoubleEndedIterator<Item = Value<'a>> + ExactSizeIterator {
        let d = self.data;
        let spans = self.sgf.values.get(d.values as usize..(d.values + d.values_len) as usize).unwrap_or_default();
        spans.iter().map(move |&span| Value::new(self.sgf, span))
    }

    /// The byte of the file where its name starts; `None` when it was added.
    pub fn offset(self) -> Option<usize> {
        if self.data.name >= self.sgf.read { None } else { self.sgf.source_offset(self.data.name) }
    }
}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        self.values().try_for_each(|v| write!(f, "[{}]", v.text()))
    }
}

/// The children of a node.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    next: Option<Node<'a>>,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let at = self.next?;
        self.next = at.next_sibling();
        Some(at)
    }
}

/// A line of first children.
#[derive(Clone, Debug)]
pub struct MainLine<'a> {
    next: Option<Node<'a>>,
}

impl<'a> Iterator for MainLine<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let at = self.next?;
        self.next = at.first_child();
        Some(at)
    }
}

/// The nodes of a subtree, parents before children.
#[derive(Clone, Debug)]
pub struct Nodes<'a> {
    top: Node<'a>,
    next: Option<Node<'a>>,
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let at = self.next?;
        self.next = at.first_child().or_else(|| {
            let mut up = at;
            loop {
                if up.id == self.top.id {
                    return None;
                }
                if let Some(beside) = up.next_sibling() {
                    return Some(beside);
                }
                up = up.parent()?;
            }
        });
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last statement about a point counts; and memory is bounded by the points of the largest
    /// board.
    #[test]
    fn what_is_set_again_is_told_once() {
        let (sgf, _) = Collection::parse(format!("(;AB[aa]AE[aa:zz]{}AB[bb][aa])", "AW[aa:zz]".repeat(500)).as_bytes());
        let setup = sgf.roots().next().unwrap().setup();
        let of = |x: u8, y: u8| {
            let at = Point::new(x, y);
            setup.iter().filter(|(_, p)| *p == at).map(|(color, _)| *color).collect::<Vec<_>>()
        };
        assert_eq!(of(0, 0), [None, Some(Color::White), Some(Color::Black)]);
        assert_eq!(of(25, 25), [None, Some(Color::White)]);
        assert_eq!(setup.len(), 2 * 26 * 26 + 2);
    }

    #[test]
    fn moves_and_setup() {
        let (sgf, _) = Collection::parse(b"(;SZ[9]AB[aa:bb][cc]AW[dd]AE[ee];White[];B[tt];B[ef]W[xx])");
        let root = sgf.roots().next().expect("a game");
        let setup = root.setup();
        assert_eq!((setup.len(), root.has_setup()), (7, true));
        assert_eq!(setup[4], (Some(Color::Black), Point::new(2, 2)));
        assert_eq!(setup[6], (None, Point::new(4, 4)));
        let size = root.board_size();
        let moves: Vec<_> = root.main_line().flat_map(|n| n.moves(size)).collect();
        let want = [
            (Color::White, Move::Pass),
            (Color::Black, Move::Pass),
            (Color::Black, Move::At(Point::new(4, 5))),
            (Color::White, Move::At(Point::new(23, 23))),
        ];
        assert_eq!(moves, want);
    }
}
