//! Attention between all points of a board, and the layers on single points that go with it.

use crate::NetError;
use crate::file::Source;
use crate::layers::{Activation, Convolution, Maps};

/// A norm by the root of the mean of squares.
#[derive(Clone, Debug)]
pub struct RootNorm {
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
    pub epsilon: f32,
    pub activation: Activation,
    /// Is the mean taken over the whole board, and not on each point?
    pub is_spatial: bool,
}

impl RootNorm {
    /// The norm before a block: a factor for each channel, and nothing else.
    fn before(source: &mut Source<'_>) -> Result<RootNorm, NetError> {
        source.word()?;
        let channels = source.size("channels")?;
        let epsilon = source.number("an epsilon")?;
        let scale = source.block(channels)?;
        let bias = vec![0.0; channels];
        Ok(RootNorm { scale, bias, epsilon, activation: Activation::Identity, is_spatial: false })
    }

    /// The norm behind the last block, with its activation.
    pub fn at_tip(source: &mut Source<'_>) -> Result<RootNorm, NetError> {
        source.word()?;
        let channels = source.size("channels")?;
        let epsilon = source.number("an epsilon")?;
        let is_spatial = source.number::<u8>("0 or 1")? != 0;
        if source.number::<u32>("the size of groups")? != 0 {
            return Err(NetError::Unsupported("norms over groups of channels".into()));
        }
        let (scale, bias) = (source.block(channels)?, source.block(channels)?);
        Ok(RootNorm { scale, bias, epsilon, activation: source.activation()?, is_spatial })
    }

    pub fn apply(&self, maps: &Maps) -> Maps {
        let factor = |values: &[f32]| {
            let squares: f32 = values.iter().map(|x| x * x).sum();
            1.0 / (squares / values.len() as f32 + self.epsilon).sqrt()
        };
        let whole = self.is_spatial.then(|| factor(&maps.data));
        let mut out = maps.clone();
        for point in out.data.chunks_exact_mut(maps.channels) {
            let by = whole.unwrap_or_else(|| factor(point));
            for ((x, s), b) in point.iter_mut().zip(&self.scale).zip(&self.bias) {
                *x = self.activation.of(*x * by * s + b);
            }
        }
        out
    }
}

/// How pairs of channels are turned by a point's place.
#[derive(Clone, Debug)]
enum Rotation {
    None,
    /// Angles a column and a row, by head of keys and then by pair.
    Learnt(Vec<[f32; 2]>),
    /// Angles fall with the pair's number by powers of this base: first rows, then columns.
    Fixed(f32),
}

/// Attention: each point gathers values of the points whose keys fit its query.
#[derive(Debug)]
pub struct Attention {
    heads: usize,
    key_heads: usize,
    key_size: usize,
    value_size: usize,
    rotation: Rotation,
    norm: RootNorm,
    query: Convolution,
    key: Convolution,
    value: Convolution,
    out: Convolution,
}

impl Attention {
    pub fn read(source: &mut Source<'_>) -> Result<Attention, NetError> {
        let (heads, key_heads) = (source.size("heads")?, source.size("heads of keys")?);
        let (key_size, value_size) = (source.size("the size of keys")?, source.size("the size of values")?);
        let (turns, is_learnt): (u8, u8) = (source.number("0 or 1")?, source.number("0 or 1")?);
        if heads % key_heads != 0 || key_size % 4 != 0 {
            return Err(source.unexpected("numbers of heads that divide, and keys of a multiple of four"));
        }
        let norm = RootNorm::before(source)?;
        let (query, key) = (source.on_points()?, source.on_points()?);
        let (value, out) = (source.on_points()?, source.on_points()?);
        let rotation = match (turns, is_learnt) {
            (0, _) => Rotation::None,
            (_, 0) => {
                source.word()?;
                Rotation::Fixed(source.number("a base")?)
            }
            _ => {
                source.word()?;
                let shape = (source.size("heads of keys")?, source.size("pairs")?, source.size("two")?);
                if shape != (key_heads, key_size / 2, 2) {
                    return Err(source.unexpected("angles for each head of keys and each pair"));
                }
                Rotation::Learnt(source.block(key_heads * key_size)?.as_chunks::<2>().0.to_vec())
            }
        };
        Ok(Attention { heads, key_heads, key_size, value_size, rotation, norm, query, key, value, out })
    }

    pub fn fits(&self, channels: usize) -> bool {
        self.norm.scale.len() == channels
            && [&self.query, &self.key, &self.value].iter().all(|m| m.inputs == channels)
            && self.query.outputs == self.heads * self.key_size
            && self.key.outputs == self.key_heads * self.key_size
            && self.value.outputs == self.key_heads * self.value_size
            && self.out.inputs == self.heads * self.value_size
            && self.out.outputs == channels
    }

    pub fn apply(&self, trunk: &Maps) -> Maps {
        let start = self.norm.apply(trunk);
        let (mut query, mut key) = (self.query.apply(&start), self.key.apply(&start));
        let value = self.value.apply(&start);
        self.turn(&mut query, self.heads);
        self.turn(&mut key, self.key_heads);
        let channels = self.heads * self.value_size;
        let mut gathered = Maps { channels, data: vec![0.0; trunk.points() * channels], ..*trunk };
        for head in 0..self.heads {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: `gather_wide` asks for nothing but the instructions of AVX2, and this
                // processor has them, as the line above shows.
                unsafe { self.gather_wide(head, &query, &key, &value, &mut gathered) };
                continue;
            }
            self.gather(head, &query, &key, &value, &mut gathered);
        }
        self.out.apply(&gathered)
    }

    /// Turns each pair of channels of each head by the angle of its point.
    fn turn(&self, maps: &mut Maps, heads: usize) {
        let (width, pairs) = (maps.width, self.key_size / 2);
        for (cell, point) in maps.data.chunks_exact_mut(maps.channels).enumerate() {
            let (x, y) = ((cell % width) as f32, (cell / width) as f32);
            for (head, channels) in point.chunks_exact_mut(self.key_size).enumerate() {
                for (pair, turned) in channels.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                    let angle = match &self.rotation {
                        Rotation::None => return,
                        Rotation::Learnt(angles) => {
                            let [by_x, by_y] = angles[head * self.key_heads / heads * pairs + pair];
                            x * by_x + y * by_y
                        }
                        Rotation::Fixed(base) => {
                            let (place, number) = if pair < pairs / 2 { (y, pair) } else { (x, pair - pairs / 2) };
                            place / base.powf((2 * number) as f32 / pairs as f32)
                        }
                    };
                    let (sin, cos) = angle.sin_cos();
                    *turned = [turned[0] * cos - turned[1] * sin, turned[0] * sin + turned[1] * cos];
                }
            }
        }
    }

    /// [`gather`](Self::gather), compiled for wider registers; the order of sums is the same.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn gather_wide(&self, head: usize, query: &Maps, key: &Maps, value: &Maps, out: &mut Maps) {
        self.gather(head, query, key, value, out);
    }

    /// One head: the mean of all values, weighted by how well keys fit a point's query.
    #[inline(always)]
    fn gather(&self, head: usize, query: &Maps, key: &Maps, value: &Maps, out: &mut Maps) {
        let points = query.points();
        let key_head = head / (self.heads / self.key_heads);
        // Keys by channel and then by point, so that a query meets all points at once.
        let keys: Vec<f32> = (0..self.key_size)
            .flat_map(|d| (0..points).map(move |p| key.data[p * key.channels + key_head * self.key_size + d]))
            .collect();
        let scale = 1.0 / (self.key_size as f32).sqrt();
        for p in 0..points {
            let own = &query.data[p * query.channels + head * self.key_size..][..self.key_size];
            let mut weights = vec![0.0; points];
            for (q, row) in own.iter().zip(keys.chunks_exact(points)) {
                weights.iter_mut().zip(row).for_each(|(w, k)| *w += q * k);
            }
            let most = weights.iter().fold(f32::NEG_INFINITY, |m, w| m.max(w * scale));
            weights.iter_mut().for_each(|w| *w = (*w * scale - most).exp());
            let sum: f32 = weights.iter().sum();
            let gathered = &mut out.data[p * out.channels + head * self.value_size..][..self.value_size];
            for (weight, values) in weights.iter().zip(value.data.chunks_exact(value.channels)) {
                let share = weight / sum;
                let values = &values[key_head * self.value_size..][..self.value_size];
                gathered.iter_mut().zip(values).for_each(|(g, v)| *g += share * v);
            }
        }
    }
}

/// Two layers on each point by itself, the first one gated.
#[derive(Debug)]
pub struct Gated {
    norm: RootNorm,
    first: Convolution,
    gate: Convolution,
    last: Convolution,
}

impl Gated {
    pub fn read(source: &mut Source<'_>) -> Result<Gated, NetError> {
        source.size("channels")?;
        source.size("inner channels")?;
        if source.number::<u8>("0 or 1")? == 0 {
            return Err(NetError::Unsupported("layers on single points without a gate".into()));
        }
        let norm = RootNorm::before(source)?;
        Ok(Gated { norm, first: source.on_points()?, gate: source.on_points()?, last: source.on_points()? })
    }

    pub fn fits(&self, channels: usize) -> bool {
        self.norm.scale.len() == channels
            && [&self.first, &self.gate].iter().all(|m| m.inputs == channels && m.outputs == self.last.inputs)
            && self.last.outputs == channels
    }

    pub fn apply(&self, trunk: &Maps) -> Maps {
        let start = self.norm.apply(trunk);
        let mut inner = self.first.apply(&start);
        let gate = self.gate.apply(&start);
        inner.data.iter_mut().zip(&gate.data).for_each(|(x, g)| *x = *x / (1.0 + (-*x).exp()) * g);
        self.last.apply(&inner)
    }
}
