import type { EffectProgram } from './program.ts';

const RUST = 'true|Err("no value")|Err(Negative)|Err("invalid digit found in string") Ok(8) true|Err(opaque)';

export const RUST_ERRORS: EffectProgram = {
  path: 'src/sample.rs',
  code: `use std::error::Error;

#[derive(Debug, Clone, PartialEq)]
pub enum Problem { Negative, Large }

pub struct Opaque;
impl std::fmt::Debug for Opaque {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { out.write_str("opaque") }
}

pub fn split(text: &str) -> Result<(String, i32), String> {
    let (key, value) = text.split_once('=').ok_or("no value")?;
    let value = value.parse().map_err(|_| "no number".to_string())?;
    Ok((key.to_string(), value))
}

pub fn check(mut n: i32) -> Result<(), Problem> {
    n += 0;
    if n < 0 { return Err(Problem::Negative); }
    if n > 100 { Err(Problem::Large) } else { Ok(()) }
}

pub fn number(text: &str) -> Result<i32, Box<dyn Error>> {
    let found: i32 = text.parse()?;
    Ok(found)
}

pub struct Cart { pub total: i32 }
impl Cart {
    pub fn add(&mut self, price: &str) -> Result<i32, String> {
        self.total += split(price)?.1;
        Ok(self.total)
    }
}

pub fn open(is_open: bool) -> Result<(), Opaque> { if is_open { Ok(()) } else { Err(Opaque) } }
`,
  caller: [
    'src/main.rs',
    `mod sample;
use sample::*;

fn main() {
    let mut cart = Cart { total: 1 };
    let added = cart.add("milk=7");
    println!("{:?}|{:?}|{:?}|{:?} {:?} {}|{:?}", split("a=1").is_ok(), split("a"), check(-1), number("x").map_err(|one| one.to_string()), added, cart.add("a").is_err(), open(false));
}
`,
  ],
  build: ['rustc', '--edition=2021', '-A', 'dead_code', '-o', 'program', 'src/main.rs'],
  run: ['./program'],
  needs: ['rustc', '--version'],
  plain: RUST,
  rows: [
    ['split', 'message', RUST.replace('no value', 'op wbmvf')],
    ['split', 'near', RUST.replace('no value', 'op wbmvf')],
    ['check', 'message', RUST.replace('Negative', 'Large')],
    ['number', 'message', RUST.replace('invalid digit found in string', 'jowbmje ejhju gpvoe jo tusjoh')],
    ['add', 'message', RUST],
    ['open', 'message', RUST],
    ['split', 'effect', RUST],
    ['check', 'acted', RUST],
    ['split', 'kind', RUST],
  ],
  ends: [
    ['split', /^"a"$/, /^the error "no value"$/],
    ['check', /^-1$/, /^the error Negative$/],
    ['open', /^false$/, /^the error opaque$/],
  ],
};
