//! A network: its blocks, its two heads, and how a position goes through them.

use crate::NetError;
use crate::attention::{Attention, Gated, RootNorm};
use crate::file::Source;
use crate::layers::{Activation, Convolution, Maps, Matrix, Norm};
use crate::position::{GLOBALS, PLANES, Position};
use std::io::Read;
use std::path::Path;

/// Largest file after unpacking: the largest public networks have some 400 MB.
const MOST_BYTES: u64 = 1 << 30;
/// Deepest nesting of blocks in blocks.
const DEEPEST: usize = 3;

/// A block of the trunk: what it computes is added to its input.
#[derive(Debug)]
enum Block {
    /// Two convolutions, each behind a norm.
    Ordinary { pre: Norm, first: Convolution, mid: Norm, last: Convolution },
    /// Two convolutions, the second one told what the whole board holds.
    Pooling(Box<Pooling>),
    /// Blocks on fewer channels.
    Nested { pre: Norm, first: Convolution, blocks: Vec<Block>, post: Norm, last: Convolution },
    /// Points that gather what others hold.
    Attention(Box<Attention>),
    /// Layers on each point by itself.
    Gated(Box<Gated>),
}

/// The norm behind the last block.
#[derive(Debug)]
enum Tip {
    Batch(Norm),
    Root(RootNorm),
}

#[derive(Debug)]
struct Pooling {
    pre: Norm,
    regular: Convolution,
    pool: Convolution,
    pool_norm: Norm,
    to_bias: Matrix,
    mid: Norm,
    last: Convolution,
}

#[derive(Debug)]
struct PolicyHead {
    points: Convolution,
    pool: Convolution,
    pool_norm: Norm,
    to_bias: Matrix,
    norm: Norm,
    last: Convolution,
    to_pass: Matrix,
    /// A second layer before passing, in later versions.
    then: Option<(Vec<f32>, Activation, Matrix)>,
}

#[derive(Debug)]
struct ValueHead {
    first: Convolution,
    norm: Norm,
    hidden: (Matrix, Vec<f32>, Activation),
    outcome: (Matrix, Vec<f32>),
    score: (Matrix, Vec<f32>),
    ownership: Convolution,
}

/// A network that was read from a file.
#[derive(Debug)]
pub struct Net {
    name: String,
    version: u32,
    first: Convolution,
    globals: Matrix,
    blocks: Vec<Block>,
    tip: Tip,
    policy: PolicyHead,
    value: ValueHead,
}

/// What a network says of a position, from the mover's point of view.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// By point, row by row, then passing: the logarithm of how likely a move is, up to a constant.
    pub policy: Vec<f32>,
    /// By point, row by row: 1 the mover's at the end of the game, -1 the opponent's.
    pub ownership: Vec<f32>,
    /// The mover's chance to win.
    pub win: f32,
    /// Points by which the mover leads.
    pub lead: f32,
}

impl Evaluation {
    /// Points (row by row) by how likely a move there is, likeliest first, passing left out.
    pub fn order(&self) -> impl Iterator<Item = usize> + use<> {
        let mut all: Vec<usize> = (0..self.policy.len() - 1).collect();
        all.sort_by(|&a, &b| self.policy[b].total_cmp(&self.policy[a]).then(a.cmp(&b)));
        all.into_iter()
    }

    /// The chance of each move, in the order of [`policy`](Self::policy).
    pub fn chances(&self) -> Vec<f32> {
        let most = self.policy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = self.policy.iter().map(|p| (p - most).exp()).collect();
        let sum: f32 = weights.iter().sum();
        weights.iter().map(|w| w / sum).collect()
    }
}

impl Net {
    /// Reads a network from a file as KataGo publishes it (`.bin.gz`, or unpacked `.bin`).
    ///
    /// # Errors
    /// [`NetError`] where the file can't be read or holds something else.
    pub fn open(path: &Path) -> Result<Net, NetError> {
        let unreadable = |e: std::io::Error| NetError::Unreadable(format!("{}: {e}", path.display()));
        let bytes = std::fs::read(path).map_err(unreadable)?;
        if !bytes.starts_with(&[0x1f, 0x8b]) {
            return Net::read(&bytes);
        }
        let mut unpacked = Vec::new();
        flate2::read::MultiGzDecoder::new(&bytes[..])
            .take(MOST_BYTES)
            .read_to_end(&mut unpacked)
            .map_err(unreadable)?;
        Net::read(&unpacked)
    }

    /// Reads a network from the bytes of an unpacked file.
    ///
    /// # Errors
    /// [`NetError`] with the place and what was expected there.
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        let mut source = Source::new(bytes);
        let name = source.word()?.to_string();
        source.version = source.number("the version of the format")?;
        if !(8..=16).contains(&source.version) {
            let what = format!("{name} is of version {}; networks of 8 to 16 are evaluated", source.version);
            return Err(NetError::Unsupported(what));
        }
        let inputs = (source.size("input planes")?, source.size("input numbers")?);
        if inputs != (PLANES, GLOBALS) {
            let what = format!("{name} takes {} planes and {} numbers, not {PLANES} and {GLOBALS}", inputs.0, inputs.1);
            return Err(NetError::Unsupported(what));
        }
        if source.version >= 13 {
            for _ in 0..7 {
                source.number::<f32>("a factor of the outputs")?;
            }
        }
        if source.version >= 15 {
            if source.number::<u32>("the kind of data about players")? != 0 {
                return Err(NetError::Unsupported(format!("{name} takes data about players")));
            }
            source.number::<u32>("how living groups are counted")?;
            source.zeros(6)?;
        }
        source.word()?;
        let count = source.size("blocks")?;
        for what in
            ["channels of the trunk", "channels in blocks", "regular channels", "dilated channels", "pooled channels"]
        {
            source.number::<i32>(what)?;
        }
        let norm: u32 = if source.version >= 15 { source.number("the kind of norm")? } else { 0 };
        if source.version >= 15 {
            source.zeros(5)?;
        }
        let (first, globals) = (source.convolution()?, source.matrix()?);
        let blocks = blocks(&mut source, count, 0)?;
        let tip = match norm {
            0 => Tip::Batch(source.norm()?),
            1 => Tip::Root(RootNorm::at_tip(&mut source)?),
            other => return Err(NetError::Unsupported(format!("{name} has norms of kind {other}"))),
        };
        let policy = PolicyHead::read(&mut source)?;
        let value = ValueHead::read(&mut source)?;
        let net = Net { name, version: source.version, first, globals, blocks, tip, policy, value };
        net.fits().map_err(|what| NetError::Unsupported(format!("{}: {what} don't fit", net.name)))?;
        Ok(net)
    }

    /// The name that the file gives.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Do the channels of all layers meet? The layers that don't otherwise.
    fn fits(&self) -> Result<(), &'static str> {
        let trunk = self.first.outputs;
        let ok = |is_right: bool, what| if is_right { Ok(()) } else { Err(what) };
        ok(
            self.first.inputs == PLANES && self.globals.inputs == GLOBALS && self.globals.outputs == trunk,
            "the inputs",
        )?;
        self.blocks.iter().try_for_each(|block| ok(block.fits(trunk), "the channels of a block"))?;
        ok(self.tip.channels() == trunk, "the channels of the tip")?;
        ok(self.policy.fits(trunk), "the channels of the policy")?;
        ok(self.value.fits(trunk), "the channels of the value")
    }

    /// Evaluates a position.
    pub fn evaluate(&self, position: &Position) -> Evaluation {
        let planes =
            Maps { width: position.width(), height: position.height(), channels: PLANES, data: position.planes() };
        let mut trunk = self.first.apply(&planes);
        trunk.add_to_channels(&self.globals.apply(&position.globals()));
        for block in &self.blocks {
            block.apply(&mut trunk);
        }
        let tip = self.tip.apply(&trunk);
        let (outcome, score, ownership) = self.value.apply(&tip);
        Evaluation {
            policy: self.policy.apply(&tip),
            ownership,
            win: chance_of_first(&outcome),
            lead: score.get(2).or(score.first()).map_or(0.0, |x| x * 20.0),
        }
    }

    /// The version of the file's format.
    pub fn version(&self) -> u32 {
        self.version
    }
}

impl Tip {
    fn channels(&self) -> usize {
        match self {
            Tip::Batch(norm) => norm.scale.len(),
            Tip::Root(norm) => norm.scale.len(),
        }
    }

    fn apply(&self, trunk: &Maps) -> Maps {
        match self {
            Tip::Batch(norm) => norm.apply(trunk),
            Tip::Root(norm) => norm.apply(trunk),
        }
    }
}

/// The chance of the first of several outcomes by their logarithms.
fn chance_of_first(logits: &[f32]) -> f32 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|x| (x - most).exp()).sum();
    logits.first().map_or(0.0, |x| (x - most).exp() / sum)
}

fn blocks(source: &mut Source<'_>, count: usize, depth: usize) -> Result<Vec<Block>, NetError> {
    if depth > DEEPEST {
        return Err(NetError::Unsupported(format!("blocks nested more than {DEEPEST} times")));
    }
    (0..count).map(|_| Block::read(source, depth)).collect()
}

impl Block {
    fn read(source: &mut Source<'_>, depth: usize) -> Result<Block, NetError> {
        let kind = source.word()?;
        source.word()?;
        match kind {
            "ordinary_block" => Ok(Block::Ordinary {
                pre: source.norm()?,
                first: source.convolution()?,
                mid: source.norm()?,
                last: source.convolution()?,
            }),
            "gpool_block" => Ok(Block::Pooling(Box::new(Pooling {
                pre: source.norm()?,
                regular: source.convolution()?,
                pool: source.convolution()?,
                pool_norm: source.norm()?,
                to_bias: source.matrix()?,
                mid: source.norm()?,
                last: source.convolution()?,
            }))),
            "nested_bottleneck_block" => {
                let count = source.size("inner blocks")?;
                Ok(Block::Nested {
                    pre: source.norm()?,
                    first: source.convolution()?,
                    blocks: blocks(source, count, depth + 1)?,
                    post: source.norm()?,
                    last: source.convolution()?,
                })
            }
            "transformer_attention_block" => Ok(Block::Attention(Box::new(Attention::read(source)?))),
            "transformer_ffn_block" => Ok(Block::Gated(Box::new(Gated::read(source)?))),
            other => Err(NetError::Unsupported(format!("blocks of the kind {other}"))),
        }
    }

    fn fits(&self, channels: usize) -> bool {
        let passes = |norm: &Norm, from: usize, to: usize| norm.scale.len() == from && from == to;
        match self {
            Block::Ordinary { pre, first, mid, last } => {
                passes(pre, channels, first.inputs)
                    && passes(mid, first.outputs, last.inputs)
                    && last.outputs == channels
            }
            Block::Pooling(p) => {
                passes(&p.pre, channels, p.regular.inputs)
                    && p.pool.inputs == channels
                    && p.pool_norm.scale.len() == p.pool.outputs
                    && p.to_bias.inputs == 3 * p.pool.outputs
                    && p.to_bias.outputs == p.regular.outputs
                    && passes(&p.mid, p.regular.outputs, p.last.inputs)
                    && p.last.outputs == channels
            }
            Block::Nested { pre, first, blocks, post, last } => {
                passes(pre, channels, first.inputs)
                    && blocks.iter().all(|block| block.fits(first.outputs))
                    && passes(post, first.outputs, last.inputs)
                    && last.outputs == channels
            }
            Block::Attention(attention) => attention.fits(channels),
            Block::Gated(gated) => gated.fits(channels),
        }
    }

    fn apply(&self, trunk: &mut Maps) {
        let sum = match self {
            Block::Ordinary { pre, first, mid, last } => last.apply(&mid.apply(&first.apply(&pre.apply(trunk)))),
            Block::Pooling(p) => {
                let start = p.pre.apply(trunk);
                let mut regular = p.regular.apply(&start);
                let pool = p.pool_norm.apply(&p.pool.apply(&start));
                regular.add_to_channels(&p.to_bias.apply(&pool.pooled()));
                p.last.apply(&p.mid.apply(&regular))
            }
            Block::Nested { pre, first, blocks, post, last } => {
                let mut inner = first.apply(&pre.apply(trunk));
                blocks.iter().for_each(|block| block.apply(&mut inner));
                last.apply(&post.apply(&inner))
            }
            Block::Attention(attention) => attention.apply(trunk),
            Block::Gated(gated) => gated.apply(trunk),
        };
        trunk.add(&sum);
    }
}

impl PolicyHead {
    fn read(source: &mut Source<'_>) -> Result<PolicyHead, NetError> {
        source.word()?;
        Ok(PolicyHead {
            points: source.convolution()?,
            pool: source.convolution()?,
            pool_norm: source.norm()?,
            to_bias: source.matrix()?,
            norm: source.norm()?,
            last: source.convolution()?,
            to_pass: source.matrix()?,
            then: match source.version {
                15.. => Some((source.bias()?, source.activation()?, source.matrix()?)),
                _ => None,
            },
        })
    }

    fn fits(&self, trunk: usize) -> bool {
        self.points.inputs == trunk
            && self.pool.inputs == trunk
            && self.pool_norm.scale.len() == self.pool.outputs
            && self.to_bias.inputs == 3 * self.pool.outputs
            && self.to_pass.inputs == 3 * self.pool.outputs
            && self.to_bias.outputs == self.points.outputs
            && self.norm.scale.len() == self.points.outputs
            && self.last.inputs == self.points.outputs
            && match &self.then {
                None => self.to_pass.outputs == self.last.outputs,
                Some((bias, _, second)) => {
                    [bias.len(), second.inputs] == [self.to_pass.outputs; 2] && second.outputs == self.last.outputs
                }
            }
    }

    /// The logarithms of the first kind of policy, by point, then passing.
    fn apply(&self, tip: &Maps) -> Vec<f32> {
        let pooled = self.pool_norm.apply(&self.pool.apply(tip)).pooled();
        let mut points = self.points.apply(tip);
        points.add_to_channels(&self.to_bias.apply(&pooled));
        let all = self.last.apply(&self.norm.apply(&points));
        let mut pass = self.to_pass.apply(&pooled);
        if let Some((bias, activation, second)) = &self.then {
            pass.iter_mut().zip(bias).for_each(|(x, b)| *x = activation.of(*x + b));
            pass = second.apply(&pass);
        }
        all.data.chunks_exact(all.channels).map(|point| point[0]).chain(pass.first().copied()).collect()
    }
}

impl ValueHead {
    fn read(source: &mut Source<'_>) -> Result<ValueHead, NetError> {
        source.word()?;
        Ok(ValueHead {
            first: source.convolution()?,
            norm: source.norm()?,
            hidden: (source.matrix()?, source.bias()?, source.activation()?),
            outcome: (source.matrix()?, source.bias()?),
            score: (source.matrix()?, source.bias()?),
            ownership: source.convolution()?,
        })
    }

    fn fits(&self, trunk: usize) -> bool {
        let (hidden, bias, _) = &self.hidden;
        self.first.inputs == trunk
            && self.norm.scale.len() == self.first.outputs
            && hidden.inputs == 3 * self.first.outputs
            && bias.len() == hidden.outputs
            && [&self.outcome, &self.score].iter().all(|(m, b)| m.inputs == hidden.outputs && b.len() == m.outputs)
            && self.ownership.inputs == self.first.outputs
    }

    /// Outcome and score before they are scaled, and ownership.
    fn apply(&self, tip: &Maps) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
        let maps = self.norm.apply(&self.first.apply(tip));
        let (matrix, bias, activation) = &self.hidden;
        let plus = |row: Vec<f32>, bias: &[f32]| -> Vec<f32> { row.iter().zip(bias).map(|(x, b)| x + b).collect() };
        let hidden: Vec<f32> =
            plus(matrix.apply(&maps.pooled_for_value()), bias).into_iter().map(|x| activation.of(x)).collect();
        let ownership = self.ownership.apply(&maps);
        let owned = ownership.data.chunks_exact(ownership.channels).map(|point| point[0].tanh()).collect();
        let (outcome, score) = (&self.outcome, &self.score);
        (plus(outcome.0.apply(&hidden), &outcome.1), plus(score.0.apply(&hidden), &score.1), owned)
    }
}
