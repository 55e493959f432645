#[allow(warnings)]
pub(crate) mod SWITCH {
    use std::cell::{Cell, RefCell};
    use std::collections::*;
    thread_local! {
        static DEPTH: Cell<u32> = Cell::new(0);
        static COUNT: Cell<u32> = Cell::new(0);
        static OTHER: Cell<bool> = Cell::new(false);
        static MAKING: Cell<bool> = Cell::new(false);
        static CALL: String = std::env::var("SWITCH_VARIABLE").unwrap_or_default().splitn(3, ':').nth(2).unwrap_or("").to_string();
        static GIVEN: RefCell<String> = RefCell::new(String::new());
        static SET: (u32, String) = {
            let set = std::env::var("SWITCH_VARIABLE").unwrap_or_default();
            let (number, rest) = set.split_once(':').unwrap_or(("", ""));
            let mode = rest.split(':').next().unwrap_or("");
            (if mode == "record" { u32::MAX } else { number.parse().unwrap_or(0) }, mode.to_string())
        };
    }
    pub struct Guard;
    impl Drop for Guard { fn drop(&mut self) { DEPTH.with(|depth| depth.set(depth.get() - 1)); } }
    pub fn mode(number: u32) -> String {
        SET.with(|(one, mode)| if *one == number || *one == u32::MAX { mode.clone() } else { String::new() })
    }
    pub struct Given<'a, T>(pub &'a T);
    pub trait Shown { fn show(&self) -> String; }
    impl<T: std::fmt::Debug> Shown for &Given<'_, T> { fn show(&self) -> String { format!("{:?}", self.0) } }
    pub trait Unshown { fn show(&self) -> String; }
    impl<T> Unshown for Given<'_, T> { fn show(&self) -> String { String::new() } }
    fn plain(text: &str) -> String { text.chars().map(|one| if one.is_control() { ' ' } else { one }).take(1000).collect() }
    pub fn write_call(number: u32, given: &[String]) {
        let shown = plain(&given.join(", "));
        if mode(number) != "record" {
            let code = shown.chars().fold(0u32, |code, letter| (code * 31 + letter as u32) % 1_000_003).to_string();
            return OTHER.with(|other| other.set(CALL.with(|call| *call != code)));
        }
        write_line(number, &shown);
        GIVEN.with(|given| *given.borrow_mut() = shown);
    }
    pub fn write_error(number: u32, error: Option<String>) {
        let given = GIVEN.with(|given| given.borrow().clone());
        if let Some(error) = error { write_line(number, &format!("{}\tthe error {}", given, plain(&error))); }
    }
    fn write_line(number: u32, shown: &str) {
        use std::io::Write;
        let path = std::env::var("SWITCH_RECORDING").unwrap_or_default();
        if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
            let _ = file.write_all(format!("{}\t{}\n", number, shown).as_bytes());
        }
    }
    pub fn shows(number: u32) -> bool { mode(number) == "record" || (is_asked(number) && CALL.with(|call| !call.is_empty())) }
    macro_rules! record {
        ($number:expr $(, $given:ident)*) => {{
            #[allow(unused_imports)]
            use crate::SWITCH::{Shown as _, Unshown as _};
            if crate::SWITCH::shows($number) && crate::SWITCH::is_outermost() {
                crate::SWITCH::write_call($number, &[$((&&crate::SWITCH::Given(&$given)).show()),*]);
            }
        }};
    }
    pub(crate) use record;
    pub fn enter(number: u32) -> Guard {
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        Guard
    }
    pub fn end() -> ! { std::process::exit(79) }
    pub fn is_asked(number: u32) -> bool { !mode(number).is_empty() }
    // A blank value may be made by the very function that is asked: it then does what it always does.
    pub fn is_ended(number: u32) -> bool {
        matches!(mode(number).as_str(), "able" | "empty") && !MAKING.with(|making| making.replace(true))
    }
    pub fn stops(number: u32, can: bool) -> bool {
        MAKING.with(|making| making.set(false));
        if can && mode(number) == "able" { end(); }
        can && mode(number) == "empty" && !OTHER.with(|other| other.get())
    }
    pub struct Kind<T>(pub std::marker::PhantomData<T>);
    pub trait Made<T> { fn make(&self) -> Option<T>; }
    impl<T: Default> Made<T> for &Kind<T> { fn make(&self) -> Option<T> { Some(T::default()) } }
    pub trait Success<T> { fn make(&self) -> Option<T>; }
    impl<T: Default, E> Success<Result<T, E>> for &Kind<Result<T, E>> { fn make(&self) -> Option<Result<T, E>> { Some(Ok(T::default())) } }
    pub trait Unmade<T> { fn make(&self) -> Option<T>; }
    impl<T> Unmade<T> for Kind<T> { fn make(&self) -> Option<T> { None } }
    macro_rules! blank {
        ($type:ty) => {{
            #[allow(unused_imports)]
            use crate::SWITCH::{Made as _, Success as _, Unmade as _};
            (&&crate::SWITCH::Kind::<$type>(::std::marker::PhantomData)).make()
        }};
    }
    pub(crate) use blank;
    pub fn is_outermost() -> bool { DEPTH.with(|depth| depth.get() == 1) }
    pub trait Alter { fn alter(&mut self, how: u8) -> bool; }
    // The compiler takes the first of these that fits a type: with fewer references it comes later.
    pub struct Probe<'a, T>(pub RefCell<&'a mut T>);
    pub trait Either { fn try_it(&self, how: u8) -> bool; }
    impl<T: Alter, E: Alter> Either for &&&Probe<'_, Result<T, E>> { fn try_it(&self, how: u8) -> bool {
        match &mut **self.0.borrow_mut() { Ok(one) => one.alter(how), Err(one) => one.alter(how) }
    } }
    pub trait Known { fn try_it(&self, how: u8) -> bool; }
    impl<T: Alter> Known for &&Probe<'_, T> { fn try_it(&self, how: u8) -> bool { self.0.borrow_mut().alter(how) } }
    pub trait Partly { fn try_it(&self, how: u8) -> bool; }
    impl<T, E: Alter> Partly for &Probe<'_, Result<T, E>> { fn try_it(&self, how: u8) -> bool {
        match &mut **self.0.borrow_mut() { Ok(_) => false, Err(one) => one.alter(how) }
    } }
    impl<T> Partly for &Probe<'_, Vec<T>> { fn try_it(&self, how: u8) -> bool {
        let mut list = self.0.borrow_mut();
        if how == 9 { list.reverse(); }
        if how == 9 { list.len() > 1 } else { list.pop().is_some() }
    } }
    pub trait Unknown { fn try_it(&self, how: u8) -> bool; }
    impl<T> Unknown for Probe<'_, T> { fn try_it(&self, _: u8) -> bool { false } }
    macro_rules! try_alter {
        ($place:expr, $how:expr) => {{
            #[allow(unused_imports)]
            use crate::SWITCH::{Either as _, Known as _, Partly as _, Unknown as _};
            (&&&&crate::SWITCH::Probe(::std::cell::RefCell::new($place))).try_it($how)
        }};
    }
    pub(crate) use try_alter;
    pub trait Nothing { fn fill(&self); }
    impl<T: Default> Nothing for &Probe<'_, Option<T>> { fn fill(&self) { self.0.borrow_mut().get_or_insert_with(T::default); } }
    impl<T: Default> Nothing for &Probe<'_, Vec<T>> { fn fill(&self) {
        let mut list = self.0.borrow_mut();
        if list.is_empty() { list.push(T::default()); }
    } }
    pub trait Something { fn fill(&self); }
    impl<T> Something for Probe<'_, T> { fn fill(&self) {} }
    // A list or map without anything in it gets something.
    pub trait Growing { fn grow(&self) -> bool; }
    impl<T: Default> Growing for &Probe<'_, Vec<T>> { fn grow(&self) -> bool { self.0.borrow_mut().push(T::default()); true } }
    impl<K: Default + Eq + std::hash::Hash, V: Default> Growing for &Probe<'_, HashMap<K, V>> { fn grow(&self) -> bool {
        self.0.borrow_mut().insert(K::default(), V::default()).is_none()
    } }
    impl<K: Default + Ord, V: Default> Growing for &Probe<'_, BTreeMap<K, V>> { fn grow(&self) -> bool {
        self.0.borrow_mut().insert(K::default(), V::default()).is_none()
    } }
    impl<T: Default + Eq + std::hash::Hash> Growing for &Probe<'_, HashSet<T>> { fn grow(&self) -> bool { self.0.borrow_mut().insert(T::default()) } }
    impl<T: Default + Ord> Growing for &Probe<'_, BTreeSet<T>> { fn grow(&self) -> bool { self.0.borrow_mut().insert(T::default()) } }
    pub trait Fixed { fn grow(&self) -> bool; }
    impl<T> Fixed for Probe<'_, T> { fn grow(&self) -> bool { false } }
    macro_rules! grow {
        ($place:expr) => {{
            #[allow(unused_imports)]
            use crate::SWITCH::{Fixed as _, Growing as _};
            (&&crate::SWITCH::Probe(::std::cell::RefCell::new($place))).grow()
        }};
    }
    pub(crate) use grow;
    macro_rules! fill {
        ($place:expr) => {{
            #[allow(unused_imports)]
            use crate::SWITCH::{Nothing as _, Something as _};
            (&&crate::SWITCH::Probe(::std::cell::RefCell::new($place))).fill()
        }};
    }
    pub(crate) use fill;
    pub trait Failed { fn fail(&self) -> Option<String>; fn show_error(&self) -> Option<String>; }
    impl<T, E: Alter + std::fmt::Debug> Failed for &&Probe<'_, Result<T, E>> {
        fn fail(&self) -> Option<String> { if let Err(one) = &mut **self.0.borrow_mut() { one.alter(0); } None }
        fn show_error(&self) -> Option<String> { self.0.borrow().as_ref().err().map(|one| format!("{:?}", one)) }
    }
    pub trait Shown_error { fn fail(&self) -> Option<String>; fn show_error(&self) -> Option<String>; }
    impl<T, E: std::fmt::Debug> Shown_error for &Probe<'_, Result<T, E>> {
        fn fail(&self) -> Option<String> { None }
        fn show_error(&self) -> Option<String> { self.0.borrow().as_ref().err().map(|one| format!("{:?}", one)) }
    }
    pub trait Unfailed { fn fail(&self) -> Option<String>; fn show_error(&self) -> Option<String>; }
    impl<T> Unfailed for Probe<'_, T> {
        fn fail(&self) -> Option<String> { None }
        fn show_error(&self) -> Option<String> { None }
    }
    macro_rules! error_of {
        ($place:expr, $do:ident) => {{
            #[allow(unused_imports)]
            use crate::SWITCH::{Failed as _, Shown_error as _, Unfailed as _};
            (&&&crate::SWITCH::Probe(::std::cell::RefCell::new($place))).$do()
        }};
    }
    pub(crate) use error_of;
    pub fn asks(number: u32, own: bool) -> Option<(u8, bool)> {
        let mode = mode(number);
        if (own && mode == "data") || OTHER.with(|other| other.get()) { return None; }
        if mode == "vary" && is_outermost() {
            let count = COUNT.with(|count| { count.set(count.get() + 1); count.get() });
            return match count % 3 { 1 => Some((0, false)), 2 => Some((1, false)), _ => None };
        }
        let how = match mode.as_str() { "" | "empty" | "none" | "effect" | "acted" | "kind" => return None, "record" => 8, "message" => 7, "far" => 1, "same" => 2, "something" => 3, "below" => 4, "form" => 9, "length" => 5, "anywhere" => 6, _ => 0 };
        let anywhere = mode == "anywhere" || mode == "able";
        if anywhere || is_outermost() { Some((how, mode == "data" || mode == "able")) } else { None }
    }
    macro_rules! alter_result {
        ($number:expr, $value:ident, $own:expr) => {{
            match crate::SWITCH::asks($number, $own) {
                Some((3, _)) => crate::SWITCH::fill!(&mut $value),
                Some((7, _)) => { crate::SWITCH::error_of!(&mut $value, fail); }
                Some((8, _)) => crate::SWITCH::write_error($number, crate::SWITCH::error_of!(&mut $value, show_error)),
                Some((how, fatal)) => {
                    let changed = crate::SWITCH::try_alter!(&mut $value, how) || (how != 9 && crate::SWITCH::grow!(&mut $value));
                    if changed && fatal { crate::SWITCH::end(); }
                }
                None => {}
            }
            $value
        }};
    }
    pub(crate) use alter_result;
    macro_rules! numbers { ($($type:ty, $far:expr;)*) => { $(impl Alter for $type {
        fn alter(&mut self, how: u8) -> bool { if how == 5 || how == 9 { return false; } let part = if *self > 0 { *self / 100 } else { (0 as $type).wrapping_sub(*self) / 100 }; let step = if part > 1 { part } else { 1 }; *self = match how { 2 => 79, 1 | 6 => $far(*self), 4 => self.wrapping_sub(step), _ => self.wrapping_add(step) }; true }
    })* }; }
    numbers! {
        i8, |v: i8| v.wrapping_neg().wrapping_sub(70); i16, |v: i16| v.wrapping_neg().wrapping_sub(7063);
        i32, |v: i32| v.wrapping_add(7).wrapping_mul(-1009); i64, |v: i64| v.wrapping_add(7).wrapping_mul(-1009);
        i128, |v: i128| v.wrapping_add(7).wrapping_mul(-1009); isize, |v: isize| v.wrapping_add(7).wrapping_mul(-1009);
        u8, |v: u8| v.wrapping_add(99); u16, |v: u16| v.wrapping_add(7).wrapping_mul(1009);
        u32, |v: u32| v.wrapping_add(7).wrapping_mul(1009); u64, |v: u64| v.wrapping_add(7).wrapping_mul(1009);
        u128, |v: u128| v.wrapping_add(7).wrapping_mul(1009); usize, |v: usize| v.wrapping_add(7).wrapping_mul(1009);
    }
    macro_rules! floats { ($($type:ty)*) => { $(impl Alter for $type {
        fn alter(&mut self, how: u8) -> bool { if how == 5 || how == 9 { return false; } let step = (self.abs() / 100.0).trunc().max(1.0); *self = if how == 2 { 79.0 } else if !self.is_finite() { 0.0 } else if how == 4 { *self - step } else if how == 1 || how == 6 || *self + step == *self { -(*self / 2.0 + 7.0) * 1009.0 } else { *self + step }; true }
    })* }; }
    floats! { f32 f64 }
    impl Alter for bool { fn alter(&mut self, how: u8) -> bool { if how == 5 || how == 9 { return false; } *self = how == 2 || !*self; true } }
    impl Alter for char { fn alter(&mut self, how: u8) -> bool { if how == 5 || how == 9 { return false; } *self = if *self == 'x' { 'y' } else { 'x' }; true } }
    fn turn(text: &str, how: u8) -> String {
        if how == 2 { return "same".to_string(); }
        if how == 9 {
            return text.chars().map(|one| if one.is_ascii_lowercase() { one.to_ascii_uppercase() } else { one.to_ascii_lowercase() }).collect();
        }
        let turned: String = text.chars().map(|one| match one {
            'z' => 'a', 'Z' => 'A', '9' => '0',
            _ if one.is_ascii_alphanumeric() => (one as u8 + 1) as char,
            _ => one,
        }).collect();
        if how == 6 { return format!("{}~", turned); }
        if how == 4 { format!(" {}", text) } else if how == 1 || how == 5 || turned == text { format!("{}~", text) } else { turned }
    }
    impl Alter for String { fn alter(&mut self, how: u8) -> bool { *self = turn(self, how); true } }
    impl<'a> Alter for &'a str { fn alter(&mut self, how: u8) -> bool { *self = Box::leak(turn(self, how).into_boxed_str()); true } }
    impl<'a> Alter for std::borrow::Cow<'a, str> { fn alter(&mut self, how: u8) -> bool { *self = turn(self, how).into(); true } }
    fn each<'a, T: Alter + 'a>(all: impl Iterator<Item = &'a mut T>, how: u8) -> bool {
        let mut changed = false;
        for one in all { if one.alter(how) { changed = true; } }
        changed
    }
    impl<T: Alter> Alter for Vec<T> { fn alter(&mut self, how: u8) -> bool {
        if how == 9 && self.len() > 1 { self.reverse(); return true; }
        if how == 9 { return each(self.iter_mut(), how); }
        if how == 6 && self.len() > 1 { self.pop(); }
        each(self.iter_mut(), how) || self.pop().is_some()
    } }
    impl<'a, T: Alter + Clone> Alter for &'a [T] { fn alter(&mut self, how: u8) -> bool {
        let mut list = self.to_vec();
        let changed = list.alter(how);
        *self = Box::leak(list.into_boxed_slice());
        changed
    } }
    impl<T: Alter> Alter for VecDeque<T> { fn alter(&mut self, how: u8) -> bool { each(self.iter_mut(), how) || (how != 9 && self.pop_back().is_some()) } }
    impl<T: Alter, const N: usize> Alter for [T; N] { fn alter(&mut self, how: u8) -> bool { each(self.iter_mut(), how) } }
    impl<K, V: Alter, S> Alter for HashMap<K, V, S> { fn alter(&mut self, how: u8) -> bool { each(self.values_mut(), how) } }
    impl<K, V: Alter> Alter for BTreeMap<K, V> { fn alter(&mut self, how: u8) -> bool { each(self.values_mut(), how) } }
    impl<T: Clone + Eq + std::hash::Hash> Alter for HashSet<T> { fn alter(&mut self, how: u8) -> bool {
        if how == 9 { return false; }
        match self.iter().next().cloned() { Some(one) => self.remove(&one), None => false }
    } }
    impl<T: Clone + Ord> Alter for BTreeSet<T> { fn alter(&mut self, how: u8) -> bool {
        if how == 9 { return false; }
        match self.iter().next().cloned() { Some(one) => self.remove(&one), None => false }
    } }
    impl<T: Alter> Alter for Option<T> { fn alter(&mut self, how: u8) -> bool { match self { Some(one) => one.alter(how), None => false } } }
    impl<T: Alter, E> Alter for Result<T, E> { fn alter(&mut self, how: u8) -> bool { match self { Ok(one) => one.alter(how), Err(_) => false } } }
    impl<'a, T: Alter + Clone> Alter for &'a T { fn alter(&mut self, how: u8) -> bool {
        let mut one = (**self).clone();
        let changed = one.alter(how);
        *self = Box::leak(Box::new(one));
        changed
    } }
    impl Alter for Box<dyn std::error::Error> { fn alter(&mut self, how: u8) -> bool { *self = turn(&self.to_string(), how).into(); how != 5 } }
    impl Alter for Box<dyn std::error::Error + Send + Sync> { fn alter(&mut self, how: u8) -> bool { *self = turn(&self.to_string(), how).into(); how != 5 } }
    impl Alter for std::time::Duration { fn alter(&mut self, how: u8) -> bool {
        if how == 5 || how == 9 { return false; }
        *self = if how == 2 { Self::from_secs(79) } else if how == 1 || how == 6 { *self * 1009 + Self::from_secs(7) } else if how == 4 { *self / 2 } else { *self + Self::from_secs(1) };
        true
    } }
    impl<T: Alter + Clone> Alter for std::rc::Rc<T> { fn alter(&mut self, how: u8) -> bool { Self::make_mut(self).alter(how) } }
    impl<T: Alter + Clone> Alter for std::sync::Arc<T> { fn alter(&mut self, how: u8) -> bool { Self::make_mut(self).alter(how) } }
    impl<T: Alter> Alter for Box<T> { fn alter(&mut self, how: u8) -> bool { (**self).alter(how) } }
    macro_rules! tuples { ($($name:ident)*) => { impl<$($name: Alter),*> Alter for ($($name,)*) {
        #[allow(non_snake_case)]
        fn alter(&mut self, how: u8) -> bool { let ($($name,)*) = self; let mut changed = false; $(if $name.alter(how) { changed = true; })* changed }
    } }; }
    tuples! { A } tuples! { A B } tuples! { A B C } tuples! { A B C D }
}
