#[test]
fn subtracts() {
    assert_eq!(calc::subtract(3, 2), 1;
}
