import { type TomlValue, tomlReader } from './toml-reader.ts';

/** One statement of a TOML file: the header of a table or of a list of tables, or a key with its value. */
export interface TomlStatement {
  readonly kind: 'table' | 'list' | 'pair';
  /** The whole name, from the top of the file. */
  readonly path: readonly string[];
  /** How many parts of the name are written in the statement itself. */
  readonly parts: number;
  readonly start: number;
  readonly end: number;
  readonly value: TomlValue | undefined;
}

/**
 * The statements of a TOML file, with where each stands. This reads no more than an edit needs: which names are defined
 * where. What is no TOML is refused with its place; rules that go beyond one statement are the business of whoever uses it.
 */
export function tomlStatements(text: string): readonly TomlStatement[] {
  const reader = tomlReader(text);
  const statements: TomlStatement[] = [];
  let table: readonly string[] = [];
  for (reader.skip(); !reader.atEnd(); reader.skip()) {
    const statement = readHeader(reader) ?? readPair(reader, table);
    if (statement.kind !== 'pair') table = statement.path;
    statements.push(statement);
    reader.endLine();
  }
  return statements;
}

type Reader = ReturnType<typeof tomlReader>;

function readHeader(reader: Reader): TomlStatement | undefined {
  const start = reader.at();
  const kind = reader.take('[[') ? 'list' : reader.take('[') ? 'table' : undefined;
  if (kind === undefined) return undefined;
  const path = reader.key();
  reader.expect(kind === 'list' ? ']]' : ']');
  return { kind, path, parts: path.length, start, end: reader.at(), value: undefined };
}

function readPair(reader: Reader, table: readonly string[]): TomlStatement {
  const start = reader.at();
  const key = reader.key();
  reader.expect('=');
  reader.space();
  const value = reader.value();
  return { kind: 'pair', path: [...table, ...key], parts: key.length, start, end: reader.at(), value };
}
