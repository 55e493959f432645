use std::io::Write;

#[test]
fn talks() {
    let line = "noise ".repeat(20);
    for _ in 0..45_000 {
        std::io::stdout().write_all(line.as_bytes()).unwrap();
        println!("{line}");
    }
}
