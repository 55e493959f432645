#[test]
fn adds() {
    let sum = ;
    assert_eq!(sum, 3);
}
