macro_rules! doubles {
    ($($name:ident: $number:expr, $doubled:expr;)*) => {
        $(
            #[test]
            fn $name() {
                assert_eq!(calc::add($number, $number), $doubled);
            }
        )*
    };
}

doubles! {
    doubles_1: 1, 2;
    doubles_2: 2, 5;
    doubles_3: 3, 6;
}
