#[test]
fn zählt_bis_drei_数える() {
    assert_eq!(calc::add(1, 2), 3);
}
