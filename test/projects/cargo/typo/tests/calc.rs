#[test]
fn adds() {
    let sum = calc::add(1, 2);
    assert_eq!(smu, 3);
}
