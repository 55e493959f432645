import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** How packages are installed so that they are read from where they are written. */
export interface Editable {
  /** Folders that a .pth file names. */
  readonly folders?: readonly string[];
  /** Packages by name, as the finders of setuptools know them. */
  readonly packages?: Readonly<Record<string, string>>;
  readonly namespaces?: Readonly<Record<string, readonly string[]>>;
  /** Packages that are links. */
  readonly links?: readonly string[];
}

/** A virtual environment with the pytest of this machine and packages installed for editing; gives its site-packages. */
export function makeEditable(place: string, { folders = [], packages = {}, namespaces = {}, links = [] }: Editable) {
  execFileSync('python3', ['-m', 'venv', '--system-site-packages', '--without-pip', place]);
  const library = join(place, 'lib');
  const site = join(library, readdirSync(library)[0] ?? '', 'site-packages');
  writeFileSync(join(site, 'plain.pth'), folders.map((folder) => `${folder}\n`).join(''));
  writeFileSync(join(site, '__editable___tiny_finder.py'), finder(packages, namespaces));
  writeFileSync(join(site, 'tiny.pth'), 'import __editable___tiny_finder; __editable___tiny_finder.install()\n');
  for (const link of links) symlinkSync(link, join(site, basename(link)));
  return site;
}

export function writeAll(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
}

/** The essence of what setuptools writes. */
function finder(packages: object, namespaces: object): string {
  return `import sys
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path

MAPPING = ${JSON.stringify(packages)}
NAMESPACES = ${JSON.stringify(namespaces)}


class _EditableFinder:
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        for name, place in MAPPING.items():
            if fullname == name:
                for file in (Path(place, "__init__.py"), Path(place + ".py")):
                    if file.exists():
                        return spec_from_file_location(fullname, file)
        if fullname in NAMESPACES:
            spec = ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = NAMESPACES[fullname]
            return spec
        return None


def install():
    sys.meta_path.append(_EditableFinder)
`;
}
