use calc::stack::Stack;

#[test]
fn pushes() {
    let mut stack = Stack::new();
    stack.push(1);
    assert_eq!(stack.len(), 1);
}
