#[test]
fn holds() {
    assert_eq!(calc::add(1, 2), 3);
}
