import { type Wrap, wrapPieces } from '../source.ts';
import { inWordsOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
import { around, childOf, named, type Syntax, textOf, walk } from '../syntax.ts';

/** Writes switches into a file, with what says how values of its own types are altered; in a root of a crate all they call. */
export function writeRust({ source, functions }: SwitchedFile, switches: Switches): string {
  const { text, root, path } = source;
  const { name } = switches;
  const wraps = functions.flatMap((one) => switchesIn(one, text, name));
  // Beside the type, in whatever module that is: its fields may be private there.
  const own = [...walk(root)].flatMap((item) =>
    alterationOf(item, text, name).map((code) => ({ start: item.end, end: item.end, before: ` ${code}`, after: '' })),
  );
  return `${wrapPieces(text, [...wraps, ...own, ...lintsOf(root, text)])}\n${isRoot(path) ? inWordsOf(switches, runtime(switches)) : ''}`;
}

/** What a crate lets no warning pass with would not let switches pass. */
function lintsOf(root: Syntax, text: string): readonly Wrap[] {
  return named(root)
    .filter((one) => one.type === 'inner_attribute_item' && /^#!\[\s*(?:deny|forbid)\b/.test(textOf(one, text)))
    .map(({ start, end }) => ({ start, end, before: '/*', after: '*/' }));
}

function switchesIn(
  { number, node, body, results, parameters }: Switched,
  text: string,
  name: string,
): readonly Wrap[] {
  const declared = childOf(node, 'return_type');
  const type = declared === undefined ? undefined : textOf(declared, text);
  const at = named(body).findLast((one) => one.type === 'inner_attribute_item')?.end ?? body.start + 1;
  const isOpaque = type !== undefined && /\bimpl\b|^!$/.test(type);
  const given = parameters.map((one) => `, ${one}`).join('');
  const enter = `let _${name} = crate::${name}::enter(${number}); crate::${name}::record!(${number}${given});`;
  const stop = isOpaque ? '' : ` ${stopOf(type, name, number)}`;
  const first = { start: at, end: at, before: ` ${enter}${stop} `, after: '' };
  if (type === undefined || isOpaque) return [first];
  const before = `{ let mut ${name}_value: ${type} = `;
  const after = `; crate::${name}::alter_result!(${number}, ${name}_value, ${isConstructor(node, type, text)}) }`;
  return [first, ...results.map(({ start, end }) => ({ start, end, before, after }))];
}

/** Whether it makes a value of its own type: tests make the values that they expect with it, too, so that both change. */
function isConstructor(node: Syntax, type: string, text: string): boolean {
  const owner = childOf(around(node, IMPLEMENTATIONS), 'type');
  const taken = childOf(node, 'parameters')?.children.some((one) => one.type === 'self_parameter');
  if (owner === undefined || taken === true) return false;
  const title = textOf(owner, text).replace(/<.*/s, '');
  return (type.match(/\w+/g) ?? []).some((word) => word === 'Self' || word === title);
}

const IMPLEMENTATIONS = new Set(['impl_item']);

/** Ends a function at once, with a blank value where it has to give one and its type has one. */
function stopOf(type: string | undefined, name: string, number: number): string {
  if (type === undefined) return `if crate::${name}::stops(${number}, true) { return; }`;
  return `if crate::${name}::is_asked(${number}) { let ${name}_made = crate::${name}::blank!(${type}); if crate::${name}::stops(${number}, ${name}_made.is_some()) { if let Some(${name}_blank) = ${name}_made { return ${name}_blank; } } }`;
}

function isRoot(path: string): boolean {
  return /(?:^|\/)(?:lib|main)\.rs$|(?:^|\/)src\/bin\/[^/]+\.rs$/.test(path);
}

/** How a type of the project is altered: the fields of a struct, those of a variant or another variant of an enum. */
function alterationOf(item: Syntax, text: string, name: string): readonly string[] {
  const [own, body, given] = [childOf(item, 'name'), childOf(item, 'body'), childOf(item, 'type_parameters')];
  const lifetimes = given === undefined ? '' : textOf(given, text);
  if (own === undefined || body === undefined || !/^(?:<(?:\s*'\w+\s*,?)*>)?$/.test(lifetimes)) return [];
  const implement = (code: string) => [
    `impl${lifetimes} crate::${name}::Alter for ${textOf(own, text)}${lifetimes} { #[allow(unused)] fn alter(&mut self, how: u8) -> bool { ${code} } }`,
  ];
  const altered = (fields: readonly string[]) =>
    fields.map((field) => `if crate::${name}::try_alter!(${field}, how) { changed = true; }`).join(' ');
  if (item.type === 'struct_item') {
    const fields = fieldsOf(body, text).map((field) => `&mut self.${field}`);
    return implement(`let mut changed = false; ${altered(fields)} changed`);
  }
  if (item.type !== 'enum_item') return [];
  const variants = named(body).filter(({ type }) => type === 'enum_variant');
  const plain = variants.filter((one) => childOf(one, 'body') === undefined).flatMap((one) => namesOf(one, text));
  const arms = variants.flatMap((one) => {
    const inside = childOf(one, 'body');
    const [title] = namesOf(one, text);
    if (inside === undefined) {
      const other = plain[(plain.indexOf(title ?? '') + 1) % plain.length];
      return plain.length < 2 ? [] : [`Self::${title} => { *self = Self::${other}; true }`];
    }
    const fields = fieldsOf(inside, text);
    const isTuple = inside.type === 'ordered_field_declaration_list';
    const names = isTuple ? fields.map((field) => `f${field}`) : fields;
    const pattern = isTuple ? `(${names.join(', ')})` : `{ ${names.join(', ')} }`;
    return [`Self::${title} ${pattern} => { let mut changed = false; ${altered(names)} changed }`];
  });
  return implement(`match self { ${arms.join(' ')} _ => false }`);
}

/** The names of fields, or their numbers. */
function fieldsOf(body: Syntax, text: string): readonly string[] {
  if (body.type !== 'ordered_field_declaration_list') return named(body).flatMap((one) => namesOf(one, text));
  return body.children.filter(({ field }) => field === 'type').map((_, at) => String(at));
}

function namesOf(node: Syntax, text: string): readonly string[] {
  const own = childOf(node, 'name');
  return own === undefined ? [] : [textOf(own, text)];
}

/** The roots that the crate of a file may have: what switches call stands there. */
export function rustRoots(path: string): readonly string[] {
  const [, source] = /^((?:.*\/)?src\/)/.exec(path) ?? [];
  return source === undefined ? [] : [`${source}lib.rs`, `${source}main.rs`];
}

function runtime({ name, variable, recording }: Switches): string {
  return `
#[allow(warnings)]
pub(crate) mod ${name} {
    use std::cell::{Cell, RefCell};
    use std::collections::*;
    thread_local! {
        static DEPTH: Cell<u32> = Cell::new(0);
        static COUNT: Cell<u32> = Cell::new(0);
        static SET: (u32, String) = {
            let set = std::env::var("${variable}").unwrap_or_default();
            let (number, mode) = set.split_once(':').unwrap_or(("", ""));
            (if number == "*" { u32::MAX } else { number.parse().unwrap_or(0) }, mode.to_string())
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
    pub fn write_call(number: u32, given: &[String]) {
        use std::io::Write;
        let shown: String = given.join(", ").chars().map(|one| if one.is_control() { ' ' } else { one }).take(1000).collect();
        let path = std::env::var("${recording}").unwrap_or_default();
        if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
            let _ = file.write_all(format!("{}\\t{}\\n", number, shown).as_bytes());
        }
    }
    macro_rules! record {
        ($number:expr $(, $given:ident)*) => {{
            #[allow(unused_imports)]
            use crate::${name}::{Shown as _, Unshown as _};
            if crate::${name}::mode($number) == "record" && crate::${name}::is_outermost() {
                crate::${name}::write_call($number, &[$((&&crate::${name}::Given(&$given)).show()),*]);
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
    pub fn stops(number: u32, can: bool) -> bool {
        if can && mode(number) == "able" { end(); }
        can && mode(number) == "empty"
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
            use crate::${name}::{Made as _, Success as _, Unmade as _};
            (&&crate::${name}::Kind::<$type>(::std::marker::PhantomData)).make()
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
    impl<T> Partly for &Probe<'_, Vec<T>> { fn try_it(&self, _: u8) -> bool { self.0.borrow_mut().pop().is_some() } }
    pub trait Unknown { fn try_it(&self, how: u8) -> bool; }
    impl<T> Unknown for Probe<'_, T> { fn try_it(&self, _: u8) -> bool { false } }
    macro_rules! try_alter {
        ($place:expr, $how:expr) => {{
            #[allow(unused_imports)]
            use crate::${name}::{Either as _, Known as _, Partly as _, Unknown as _};
            (&&&&crate::${name}::Probe(::std::cell::RefCell::new($place))).try_it($how)
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
    macro_rules! fill {
        ($place:expr) => {{
            #[allow(unused_imports)]
            use crate::${name}::{Nothing as _, Something as _};
            (&&crate::${name}::Probe(::std::cell::RefCell::new($place))).fill()
        }};
    }
    pub(crate) use fill;
    pub fn asks(number: u32, own: bool) -> Option<(u8, bool)> {
        let mode = mode(number);
        if own && mode == "data" { return None; }
        if mode == "vary" && is_outermost() {
            let count = COUNT.with(|count| { count.set(count.get() + 1); count.get() });
            return match count % 3 { 1 => Some((0, false)), 2 => Some((1, false)), _ => None };
        }
        let how = match mode.as_str() { "" | "empty" | "none" | "record" => return None, "far" => 1, "same" => 2, "something" => 3, "below" => 4, "length" => 5, "anywhere" => 6, _ => 0 };
        let anywhere = mode == "anywhere" || mode == "able";
        if anywhere || is_outermost() { Some((how, mode == "data" || mode == "able")) } else { None }
    }
    macro_rules! alter_result {
        ($number:expr, $value:ident, $own:expr) => {{
            match crate::${name}::asks($number, $own) {
                Some((3, _)) => crate::${name}::fill!(&mut $value),
                Some((how, fatal)) => if crate::${name}::try_alter!(&mut $value, how) && fatal { crate::${name}::end(); },
                None => {}
            }
            $value
        }};
    }
    pub(crate) use alter_result;
    macro_rules! numbers { ($($type:ty, $far:expr;)*) => { $(impl Alter for $type {
        fn alter(&mut self, how: u8) -> bool { if how == 5 { return false; } let part = if *self > 0 { *self / 100 } else { (0 as $type).wrapping_sub(*self) / 100 }; let step = if part > 1 { part } else { 1 }; *self = match how { 2 => 79, 1 | 6 => $far(*self), 4 => self.wrapping_sub(step), _ => self.wrapping_add(step) }; true }
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
        fn alter(&mut self, how: u8) -> bool { if how == 5 { return false; } let step = (self.abs() / 100.0).trunc().max(1.0); *self = if how == 2 { 79.0 } else if how == 4 { *self - step } else if how == 1 || how == 6 || *self + step == *self { -(*self / 2.0 + 7.0) * 1009.0 } else { *self + step }; true }
    })* }; }
    floats! { f32 f64 }
    impl Alter for bool { fn alter(&mut self, how: u8) -> bool { if how == 5 { return false; } *self = how == 2 || !*self; true } }
    impl Alter for char { fn alter(&mut self, how: u8) -> bool { if how == 5 { return false; } *self = if *self == 'x' { 'y' } else { 'x' }; true } }
    fn turn(text: &str, how: u8) -> String {
        if how == 2 { return "same".to_string(); }
        let turned: String = text.chars().map(|one| match one {
            'z' => 'a', 'Z' => 'A', '9' => '0',
            _ if one.is_ascii_alphanumeric() => (one as u8 + 1) as char,
            _ => one,
        }).collect();
        if how == 6 { return format!("{}~", turned); }
        if how == 4 { format!("~{}", text) } else if how == 1 || how == 5 || turned == text { format!("{}~", text) } else { turned }
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
        if how == 6 && self.len() > 1 { self.pop(); }
        each(self.iter_mut(), how) || self.pop().is_some()
    } }
    impl<'a, T: Alter + Clone> Alter for &'a [T] { fn alter(&mut self, how: u8) -> bool {
        let mut list = self.to_vec();
        let changed = list.alter(how);
        *self = Box::leak(list.into_boxed_slice());
        changed
    } }
    impl<T: Alter> Alter for VecDeque<T> { fn alter(&mut self, how: u8) -> bool { each(self.iter_mut(), how) || self.pop_back().is_some() } }
    impl<T: Alter, const N: usize> Alter for [T; N] { fn alter(&mut self, how: u8) -> bool { each(self.iter_mut(), how) } }
    impl<K, V: Alter, S> Alter for HashMap<K, V, S> { fn alter(&mut self, how: u8) -> bool { each(self.values_mut(), how) } }
    impl<K, V: Alter> Alter for BTreeMap<K, V> { fn alter(&mut self, how: u8) -> bool { each(self.values_mut(), how) } }
    impl<T: Clone + Eq + std::hash::Hash> Alter for HashSet<T> { fn alter(&mut self, _: u8) -> bool {
        match self.iter().next().cloned() { Some(one) => self.remove(&one), None => false }
    } }
    impl<T: Clone + Ord> Alter for BTreeSet<T> { fn alter(&mut self, _: u8) -> bool {
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
    impl<T: Alter> Alter for Box<T> { fn alter(&mut self, how: u8) -> bool { (**self).alter(how) } }
    macro_rules! tuples { ($($name:ident)*) => { impl<$($name: Alter),*> Alter for ($($name,)*) {
        #[allow(non_snake_case)]
        fn alter(&mut self, how: u8) -> bool { let ($($name,)*) = self; let mut changed = false; $(if $name.alter(how) { changed = true; })* changed }
    } }; }
    tuples! { A } tuples! { A B } tuples! { A B C } tuples! { A B C D }
}
`;
}
