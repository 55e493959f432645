import { type Wrap, wrapPieces } from '../source.ts';
import { runtimeOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
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
  const written = wrapPieces(text, [...wraps, ...own, ...lintsOf(root, text)]);
  return isRoot(path) ? `${written}\n\n${runtimeOf(switches, 'rust.rs')}` : `${written}\n`;
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
  const alter = `crate::${name}::alter_result!(${number}, ${name}_value, ${isConstructor(node, type, text)})`;
  if (!mayEndEarly(node, body, type)) {
    const before = `{ let mut ${name}_value: ${type} = `;
    return [first, ...results.map(({ start, end }) => ({ start, end, before, after: `; ${alter} }` }))];
  }
  const before = ` ${enter}${stop} let mut ${name}_value: ${type} = (move || -> ${type} { `;
  return [
    { ...first, before },
    { start: body.end - 1, end: body.end - 1, before: ` })(); ${alter} `, after: '' },
  ];
}

/** Whether errors leave it by `?`: what it does is then put into a function of its own, which can have no borrowed result. */
function mayEndEarly({ children }: Syntax, body: Syntax, type: string): boolean {
  const isPlain = !children.some((one) => one.type === 'function_modifiers') && !/[&']/.test(type);
  const inside = walk(body, (one) => !/^(?:closure_expression|async_block|function_item)$/.test(one.type));
  return isPlain && [...inside].some((one) => one.type === 'try_expression');
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
  return `if crate::${name}::is_ended(${number}) { let ${name}_made = crate::${name}::blank!(${type}); if crate::${name}::stops(${number}, ${name}_made.is_some()) { if let Some(${name}_blank) = ${name}_made { return ${name}_blank; } } }`;
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
      return plain.length < 2
        ? []
        : [`Self::${title} => { if how == 9 { return false; } *self = Self::${other}; true }`];
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
