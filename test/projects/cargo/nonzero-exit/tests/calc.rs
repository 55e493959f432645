extern "C" {
    fn atexit(callback: extern "C" fn()) -> i32;
    fn _exit(code: i32) -> !;
}

extern "C" fn fail() {
    unsafe { _exit(3) }
}

#[test]
fn adds() {
    assert_eq!(calc::add(1, 2), 3);
    unsafe { atexit(fail) };
}
