use left_pad::left_pad;

pub fn padded(number: i32) -> String {
    left_pad(number, 2)
}
