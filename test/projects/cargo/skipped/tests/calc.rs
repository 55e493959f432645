#[test]
fn adds() {
    assert_eq!(calc::add(1, 2), 3);
}

#[test]
#[ignore = "this test waits for division"]
fn later() {
    panic!("not yet");
}
