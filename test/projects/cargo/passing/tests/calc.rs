#[test]
fn adds() {
    assert_eq!(calc::add(1, 2), 3);
}

#[test]
fn subtracts() {
    assert_eq!(calc::subtract(3, 2), 1);
}
