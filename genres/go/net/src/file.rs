//! The words and blocks of numbers of a network file.

use crate::NetError;
use crate::layers::{Activation, Convolution, Matrix, Norm};

/// Most numbers that one block may announce: 64 million, 256 MB.
const MOST_NUMBERS: usize = 1 << 26;

/// Reads a file from the front: words parted by white space, blocks of numbers behind `@BIN@`.
pub struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The version of the format, from the head of the file.
    pub version: u32,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Source { bytes, at: 0, version: 0 }
    }

    pub fn unexpected(&self, expected: impl Into<String>) -> NetError {
        NetError::Unexpected { at: self.at, expected: expected.into() }
    }

    /// The next word.
    pub fn word(&mut self) -> Result<&'a str, NetError> {
        let rest = &self.bytes[self.at..];
        let start = rest.iter().position(|b| !b.is_ascii_whitespace()).ok_or_else(|| self.unexpected("a word"))?;
        let length = rest[start..].iter().take(200).take_while(|b| !b.is_ascii_whitespace()).count();
        let word = std::str::from_utf8(&rest[start..start + length]).map_err(|_| self.unexpected("a word"))?;
        self.at += start + length;
        Ok(word)
    }

    /// The next word as a number.
    pub fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, NetError> {
        let word = self.word()?;
        word.parse().map_err(|_| self.unexpected(format!("{what} before this place, not {word:?}")))
    }

    /// A number of channels or the like, from 1 to 8,192.
    pub fn size(&mut self, what: &str) -> Result<usize, NetError> {
        match self.number(what)? {
            n @ 1..=8192 => Ok(n),
            n => Err(self.unexpected(format!("{what} from 1 to 8192 before this place, not {n}"))),
        }
    }

    /// Options that are not known here, all off.
    pub fn zeros(&mut self, count: usize) -> Result<(), NetError> {
        for _ in 0..count {
            if self.number::<i64>("0")? != 0 {
                return Err(NetError::Unsupported("an option that is not known here is on".into()));
            }
        }
        Ok(())
    }

    /// A block of numbers.
    pub fn block(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        const MARK: &[u8] = b"@BIN@";
        if count > MOST_NUMBERS {
            return Err(self.unexpected(format!("fewer than {count} numbers")));
        }
        let rest = &self.bytes[self.at..];
        let start = rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len());
        let numbers = rest[start..].strip_prefix(MARK).ok_or_else(|| self.unexpected("@BIN@"))?;
        let bytes = numbers.get(..4 * count).ok_or_else(|| self.unexpected(format!("{count} numbers")))?;
        self.at += start + MARK.len() + 4 * count;
        let (words, _) = bytes.as_chunks::<4>();
        let all: Vec<f32> = words.iter().map(|w| f32::from_le_bytes(*w)).collect();
        if all.iter().all(|x| x.is_finite()) {
            Ok(all)
        } else {
            Err(self.unexpected("finite numbers before this place"))
        }
    }

    pub fn convolution(&mut self) -> Result<Convolution, NetError> {
        self.word()?;
        let (height, width) = (self.size("a height")?, self.size("a width")?);
        let (inputs, outputs) = (self.size("input channels")?, self.size("output channels")?);
        let dilations = (self.size("a dilation")?, self.size("a dilation")?);
        if dilations != (1, 1) || height != width || !matches!(height, 1 | 3 | 5) {
            let what = format!("a convolution of {height}x{width} with dilation {dilations:?}");
            return Err(NetError::Unsupported(what));
        }
        Ok(Convolution::new(height, inputs, outputs, &self.block(height * width * inputs * outputs)?))
    }

    pub fn norm(&mut self) -> Result<Norm, NetError> {
        self.word()?;
        let channels = self.size("channels")?;
        let epsilon: f32 = self.number("an epsilon")?;
        let (has_scale, has_bias): (u8, u8) = (self.number("0 or 1")?, self.number("0 or 1")?);
        let (mean, variance) = (self.block(channels)?, self.block(channels)?);
        let scale = if has_scale > 0 { self.block(channels)? } else { vec![1.0; channels] };
        let bias = if has_bias > 0 { self.block(channels)? } else { vec![0.0; channels] };
        let scale: Vec<f32> = scale.iter().zip(&variance).map(|(s, v)| s / (v + epsilon).sqrt()).collect();
        let bias = (0..channels).map(|c| bias[c] - scale[c] * mean[c]).collect();
        Ok(Norm { scale, bias, activation: self.activation()? })
    }

    pub fn activation(&mut self) -> Result<Activation, NetError> {
        self.word()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.word()? {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => Err(NetError::Unsupported(format!("the activation {other}"))),
        }
    }

    pub fn matrix(&mut self) -> Result<Matrix, NetError> {
        self.word()?;
        let (inputs, outputs) = (self.size("input channels")?, self.size("output channels")?);
        Ok(Matrix { inputs, outputs, weights: self.block(inputs * outputs)? })
    }

    /// A matrix that is applied to the channels of each point.
    pub fn on_points(&mut self) -> Result<Convolution, NetError> {
        let matrix = self.matrix()?;
        Ok(Convolution::new(1, matrix.inputs, matrix.outputs, &matrix.weights))
    }

    pub fn bias(&mut self) -> Result<Vec<f32>, NetError> {
        self.word()?;
        let channels = self.size("channels")?;
        self.block(channels)
    }
}
