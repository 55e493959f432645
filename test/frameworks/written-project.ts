import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../repository.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

export interface ProjectOptions {
  readonly name?: string;
  readonly installed?: boolean;
  /** Where it is put. Default: a directory that goes away with the test. */
  readonly place?: string;
}

/** A project with these files, and the repository's own packages as its dependencies unless told otherwise. */
export function writtenProject(
  files: Readonly<Record<string, string>>,
  { name = 'project', installed = true, place = temporaryDirectory() }: ProjectOptions = {},
): string {
  const directory = join(place, name);
  for (const [file, text] of Object.entries({ 'package.json': '{"name":"tiny","type":"module"}', ...files })) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  if (installed) symlinkSync(modules, join(directory, 'node_modules'));
  return directory;
}
