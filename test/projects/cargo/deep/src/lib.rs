pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

pub fn subtract(a: i32, b: i32) -> i32 {
    a - b
}

#[cfg(test)]
mod outer {
    mod middle {
        mod inner {
            use crate::add;

            #[test]
            fn works() {
                assert_eq!(add(1, 2), 3);
            }
        }
    }
}
