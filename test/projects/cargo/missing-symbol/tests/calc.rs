use calc::multiply;

#[test]
fn multiplies() {
    assert_eq!(multiply(2, 3), 6);
}
