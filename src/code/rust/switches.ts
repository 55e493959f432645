import { type Wrap, wrapPieces } from '../source.ts';
import type { Switched, SwitchedFile, Switches } from '../switches.ts';
import { childOf, named, type Syntax, textOf } from '../syntax.ts';

/** Writes switches into a file, with what says how values of its own types are altered; in a root of a crate all they call. */
export function writeRust({ source, functions }: SwitchedFile, switches: Switches): string {
  const { text, root, path } = source;
  const { name } = switches;
  const wraps = functions.flatMap((one) => switchesIn(one, text, name));
  const runtimeHere = isRoot(path) ? runtime(switches) : '';
  const own = named(root).flatMap((item) => alterationOf(item, text, name));
  return `${wrapPieces(text, wraps)}\n${own.join('\n')}\n${runtimeHere}`;
}

function switchesIn({ number, node, body, results }: Switched, text: string, name: string): readonly Wrap[] {
  const declared = childOf(node, 'return_type');
  const type = declared === undefined ? undefined : textOf(declared, text);
  const at = named(body).findLast((one) => one.type === 'inner_attribute_item')?.end ?? body.start + 1;
  const stop = type === undefined ? ` if crate::${name}::is_empty(${number}) { return; }` : '';
  const enter = { start: at, end: at, before: ` let _${name} = crate::${name}::enter(${number});${stop} `, after: '' };
  if (type === undefined || /\bimpl\b|^!$/.test(type)) return [enter];
  const before = `{ let mut ${name}_value: ${type} = `;
  const after = `; crate::${name}::alter_result!(${number}, ${name}_value) }`;
  return [enter, ...results.map(({ start, end }) => ({ start, end, before, after }))];
}

function isRoot(path: string): boolean {
  return /(?:^|\/)(?:lib|main)\.rs$|(?:^|\/)src\/bin\/[^/]+\.rs$/.test(path);
}

/** How a type of the project is altered: a field of a struct, another variant of an enum. */
function alterationOf(item: Syntax, text: string, name: string): readonly string[] {
  const [own, body] = [childOf(item, 'name'), childOf(item, 'body')];
  if (own === undefined || body === undefined || childOf(item, 'type_parameters') !== undefined) return [];
  const implement = (code: string) => [
    `impl crate::${name}::Alter for ${textOf(own, text)} { #[allow(unused_variables, unreachable_patterns)] fn alter(&mut self, far: bool) -> bool { ${code} } }`,
  ];
  if (item.type === 'struct_item') {
    const isTuple = body.type === 'ordered_field_declaration_list';
    const fields = isTuple
      ? body.children.filter(({ field }) => field === 'type').map((_, at) => String(at))
      : named(body).flatMap((one) => namesOf(one, text));
    const altered = fields.map((field) => `if crate::${name}::try_alter!(&mut self.${field}, far) { changed = true; }`);
    return implement(`let mut changed = false; ${altered.join(' ')} changed`);
  }
  if (item.type !== 'enum_item') return [];
  const variants = named(body).filter(({ type }) => type === 'enum_variant');
  if (variants.length < 2 || variants.some((one) => childOf(one, 'body') !== undefined)) return [];
  const names = variants.flatMap((one) => namesOf(one, text));
  const arms = names.map((one, at) => `Self::${one} => Self::${names[(at + 1) % names.length]},`);
  return implement(`*self = match self { ${arms.join(' ')} }; true`);
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

function runtime({ name, variable }: Switches): string {
  return `
#[allow(dead_code, unused_macros, unused_imports)]
pub(crate) mod ${name} {
    use std::cell::{Cell, RefCell};
    use std::collections::*;
    thread_local! {
        static DEPTH: Cell<u32> = Cell::new(0);
        static SET: (u32, String) = {
            let set = std::env::var("${variable}").unwrap_or_default();
            let (number, mode) = set.split_once(':').unwrap_or(("", ""));
            (number.parse().unwrap_or(0), mode.to_string())
        };
    }
    pub struct Guard;
    impl Drop for Guard { fn drop(&mut self) { DEPTH.with(|depth| depth.set(depth.get() - 1)); } }
    pub fn mode(number: u32) -> String {
        SET.with(|(one, mode)| if *one == number { mode.clone() } else { String::new() })
    }
    pub fn enter(number: u32) -> Guard {
        if mode(number) == "crash" { panic!("${name}"); }
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        Guard
    }
    pub fn is_empty(number: u32) -> bool { mode(number) == "empty" }
    pub fn is_outermost() -> bool { DEPTH.with(|depth| depth.get() == 1) }
    pub trait Alter { fn alter(&mut self, far: bool) -> bool; }
    pub struct Probe<'a, T>(pub RefCell<&'a mut T>);
    pub trait Known { fn try_it(&self, far: bool) -> bool; }
    impl<T: Alter> Known for &Probe<'_, T> { fn try_it(&self, far: bool) -> bool { self.0.borrow_mut().alter(far) } }
    pub trait Unknown { fn try_it(&self, far: bool) -> bool; }
    impl<T> Unknown for Probe<'_, T> { fn try_it(&self, _: bool) -> bool { false } }
    macro_rules! try_alter {
        ($place:expr, $far:expr) => {{
            #[allow(unused_imports)]
            use crate::${name}::{Known as _, Unknown as _};
            (&&crate::${name}::Probe(::std::cell::RefCell::new($place))).try_it($far)
        }};
    }
    pub(crate) use try_alter;
    macro_rules! alter_result {
        ($number:expr, $value:ident) => {{
            let mode = crate::${name}::mode($number);
            if !mode.is_empty() && mode != "empty" && (mode == "anywhere" || crate::${name}::is_outermost()) {
                if crate::${name}::try_alter!(&mut $value, mode == "far") && mode == "data" { panic!("${name}"); }
            }
            $value
        }};
    }
    pub(crate) use alter_result;
    macro_rules! numbers { ($($type:ty, $far:expr;)*) => { $(impl Alter for $type {
        fn alter(&mut self, far: bool) -> bool { *self = if far { $far(*self) } else { self.wrapping_add(1) }; true }
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
        fn alter(&mut self, far: bool) -> bool { *self = if far || *self + 1.0 == *self { -(*self / 2.0 + 7.0) * 1009.0 } else { *self + 1.0 }; true }
    })* }; }
    floats! { f32 f64 }
    impl Alter for bool { fn alter(&mut self, _: bool) -> bool { *self = !*self; true } }
    impl Alter for char { fn alter(&mut self, _: bool) -> bool { *self = if *self == 'x' { 'y' } else { 'x' }; true } }
    fn turn(text: &str, far: bool) -> String {
        let turned: String = text.chars().map(|one| match one {
            'z' => 'a', 'Z' => 'A', '9' => '0',
            _ if one.is_ascii_alphanumeric() => (one as u8 + 1) as char,
            _ => one,
        }).collect();
        if far || turned == text { format!("{}~", text) } else { turned }
    }
    impl Alter for String { fn alter(&mut self, far: bool) -> bool { *self = turn(self, far); true } }
    impl<'a> Alter for &'a str { fn alter(&mut self, far: bool) -> bool { *self = Box::leak(turn(self, far).into_boxed_str()); true } }
    impl<'a> Alter for std::borrow::Cow<'a, str> { fn alter(&mut self, far: bool) -> bool { *self = turn(self, far).into(); true } }
    fn each<'a, T: Alter + 'a>(all: impl Iterator<Item = &'a mut T>, far: bool) -> bool {
        let mut changed = false;
        for one in all { if one.alter(far) { changed = true; } }
        changed
    }
    impl<T: Alter> Alter for Vec<T> { fn alter(&mut self, far: bool) -> bool {
        if far { return self.pop().is_some() || each(self.iter_mut(), far); }
        each(self.iter_mut(), far) || self.pop().is_some()
    } }
    impl<T: Alter> Alter for VecDeque<T> { fn alter(&mut self, far: bool) -> bool { each(self.iter_mut(), far) || self.pop_back().is_some() } }
    impl<T: Alter, const N: usize> Alter for [T; N] { fn alter(&mut self, far: bool) -> bool { each(self.iter_mut(), far) } }
    impl<K, V: Alter, S> Alter for HashMap<K, V, S> { fn alter(&mut self, far: bool) -> bool { each(self.values_mut(), far) } }
    impl<K, V: Alter> Alter for BTreeMap<K, V> { fn alter(&mut self, far: bool) -> bool { each(self.values_mut(), far) } }
    impl<T: Clone + Eq + std::hash::Hash> Alter for HashSet<T> { fn alter(&mut self, _: bool) -> bool {
        match self.iter().next().cloned() { Some(one) => self.remove(&one), None => false }
    } }
    impl<T: Clone + Ord> Alter for BTreeSet<T> { fn alter(&mut self, _: bool) -> bool {
        match self.iter().next().cloned() { Some(one) => self.remove(&one), None => false }
    } }
    impl<T: Alter> Alter for Option<T> { fn alter(&mut self, far: bool) -> bool { match self { Some(one) => one.alter(far), None => false } } }
    impl<T: Alter, E> Alter for Result<T, E> { fn alter(&mut self, far: bool) -> bool { match self { Ok(one) => one.alter(far), Err(_) => false } } }
    impl<T: Alter> Alter for Box<T> { fn alter(&mut self, far: bool) -> bool { (**self).alter(far) } }
    macro_rules! tuples { ($($name:ident)*) => { impl<$($name: Alter),*> Alter for ($($name,)*) {
        #[allow(non_snake_case)]
        fn alter(&mut self, far: bool) -> bool { let ($($name,)*) = self; let mut changed = false; $(if $name.alter(far) { changed = true; })* changed }
    } }; }
    tuples! { A } tuples! { A B } tuples! { A B C } tuples! { A B C D }
}
`;
}
