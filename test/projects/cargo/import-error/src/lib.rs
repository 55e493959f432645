mod padding;

pub fn shown(number: i32) -> String {
    padding::padded(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pads() {
        assert_eq!(shown(1), "01");
    }
}
