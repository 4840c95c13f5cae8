//! The few wire types of protocol buffers that a CP-SAT model and its answer need.

/// A message under construction.
#[derive(Clone, Default, Debug)]
pub(super) struct Message(Vec<u8>);

impl Message {
    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn varint(&mut self, mut n: u64) {
        while n >= 128 {
            self.0.push(n as u8 | 128);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    fn key(&mut self, field: u32, wire: u8) {
        self.varint(u64::from(field) << 3 | u64::from(wire));
    }

    /// A number (also a boolean or an enum).
    pub(super) fn number(&mut self, field: u32, n: i64) {
        self.key(field, 0);
        self.varint(n as u64);
    }

    /// A double.
    pub(super) fn double(&mut self, field: u32, x: f64) {
        self.key(field, 1);
        self.0.extend_from_slice(&x.to_le_bytes());
    }

    /// A message inside this one.
    pub(super) fn message(&mut self, field: u32, inner: &Message) {
        self.key(field, 2);
        self.varint(inner.0.len() as u64);
        self.0.extend_from_slice(&inner.0);
    }

    /// A packed list of numbers.
    pub(super) fn packed(&mut self, field: u32, numbers: impl IntoIterator<Item = i64>) {
        let mut inner = Message::default();
        for n in numbers {
            inner.varint(n as u64);
        }
        self.message(field, &inner);
    }
}

/// A field as read: a number or a run of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field<'a> {
    /// Wire type 0.
    Number(u64),
    /// Wire type 2.
    Bytes(&'a [u8]),
    /// Wire types 1 and 5, skipped.
    Other,
}

/// Reads a varint off the front.
fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut n = 0;
    for shift in (0..64).step_by(7) {
        let (&b, rest) = bytes.split_first()?;
        *bytes = rest;
        n |= u64::from(b & 127) << shift;
        if b < 128 {
            return Some(n);
        }
    }
    None
}

/// Reads the next field off the front; `None` at the end or at damage.
pub(super) fn take_field<'a>(bytes: &mut &'a [u8]) -> Option<(u32, Field<'a>)> {
    let key = take_varint(bytes)?;
    let fixed = |bytes: &mut &'a [u8], n: usize| {
        let (_, rest) = bytes.split_at_checked(n)?;
        *bytes = rest;
        Some(Field::Other)
    };
    let field = match key & 7 {
        0 => Field::Number(take_varint(bytes)?),
        1 => fixed(bytes, 8)?,
        2 => {
            let n = usize::try_from(take_varint(bytes)?).ok()?;
            let (inner, rest) = bytes.split_at_checked(n)?;
            *bytes = rest;
            Field::Bytes(inner)
        }
        5 => fixed(bytes, 4)?,
        _ => return None,
    };
    Some((u32::try_from(key >> 3).ok()?, field))
}

/// The numbers of a packed list.
pub(super) fn unpack(mut bytes: &[u8]) -> Vec<i64> {
    std::iter::from_fn(|| take_varint(&mut bytes)).map(|n| n as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut m = Message::default();
        m.number(1, -5);
        m.double(36, 0.5);
        m.packed(2, [0, 1, 127, 128, -1, i64::MAX]);
        m.number(206, 300);
        let mut bytes = m.bytes();
        assert_eq!(take_field(&mut bytes), Some((1, Field::Number(-5_i64 as u64))));
        assert_eq!(take_field(&mut bytes), Some((36, Field::Other)));
        let Some((2, Field::Bytes(list))) = take_field(&mut bytes) else { panic!("no list") };
        assert_eq!(unpack(list), [0, 1, 127, 128, -1, i64::MAX]);
        assert_eq!(take_field(&mut bytes), Some((206, Field::Number(300))));
        assert_eq!(take_field(&mut bytes), None);
    }

    #[test]
    fn the_bytes_are_those_of_the_format() {
        // The format's own textbook example: field 1, value 150.
        let mut m = Message::default();
        m.number(1, 150);
        assert_eq!(m.bytes(), [0x08, 0x96, 0x01]);
    }

    #[test]
    fn damage_ends_the_reading() {
        for bytes in [&[0x80][..], &[0x0a, 5, 1], &[0x0f], &[0x09, 1, 2]] {
            let mut bytes = bytes;
            assert_eq!(take_field(&mut bytes), None);
        }
    }
}
