import { matchAny } from '../../base/glob.ts';
import { foldPath } from '../../base/paths.ts';
import { type ManifestReader, unreadable } from './frozen.ts';
import { comparePipfileLock, compareTsconfig } from './json-manifests.ts';
import {
  compareEnv,
  compareGoMod,
  compareGoSum,
  compareGoVendor,
  compareGradle,
  compareRequirements,
} from './line-manifests.ts';
import { compareBunLock, compareCargoLock, comparePnpmLock, comparePythonLock, compareYarnLock } from './locks.ts';
import { comparePackageJson, compareWholePackageJson } from './package-json.ts';
import { comparePackageLock } from './package-lock.ts';
import { comparePom } from './pom.ts';
import {
  compareCargo,
  compareIni,
  comparePipfile,
  comparePyproject,
  compareVersionCatalog,
  compareWholeIni,
  compareWholeToml,
} from './settings.ts';
import { compareSetupPy } from './setup-py.ts';

/** Who reads which file, by the end of its path in small letters: on some file systems case makes no difference. */
const READERS: readonly (readonly [globs: readonly string[], reader: ManifestReader])[] = [
  [['**/package.json'], comparePackageJson],
  [['**/{package-lock,npm-shrinkwrap}.json'], comparePackageLock],
  [['**/pnpm-lock.yaml'], comparePnpmLock],
  [['**/yarn.lock'], compareYarnLock],
  [['**/bun.lock'], compareBunLock],
  [['**/pyproject.toml'], comparePyproject],
  [['**/{setup.cfg,tox.ini}'], compareIni],
  [['**/setup.py'], compareSetupPy],
  [['**/pipfile'], comparePipfile],
  [['**/pipfile.lock'], comparePipfileLock],
  [['**/{poetry,uv,pdm}.lock'], comparePythonLock],
  [['**/{*-,}requirements{-*,.*,}.{txt,in}', '**/requirements/*.{txt,in}', '**/constraints*.txt'], compareRequirements],
  [['**/cargo.toml'], compareCargo],
  [['**/cargo.lock'], compareCargoLock],
  [['**/pom.xml'], comparePom],
  [['**/build.gradle{,.kts}'], compareGradle],
  [['**/libs.versions.toml'], compareVersionCatalog],
  [['**/go.mod'], compareGoMod],
  [['**/go.sum'], compareGoSum],
  [['**/vendor/modules.txt'], compareGoVendor],
  // A lock file that cannot be read here: any change of it counts.
  [
    ['**/bun.lockb'],
    ({ before, after }) => (before === after ? { changed: [] } : unreadable('its format is not known')),
  ],
];

/** Settings of no package manager: a need for a package is no reason to change them. */
const SETTINGS: typeof READERS = [
  [['**/{tsconfig,jsconfig}{,.*,-*}.json'], compareTsconfig],
  [['**/.env{,rc,.local,.test,.test.local,.development,.production,.ci}', '**/*.env'], compareEnv],
];

/** Readers of everything in a manifest, where nothing but needed packages may be added. Of the others the keys are enough. */
const WHOLE_READERS: typeof READERS = [
  [['**/package.json'], compareWholePackageJson],
  [['**/{pyproject,cargo}.toml', '**/pipfile'], compareWholeToml],
  [['**/{setup.cfg,tox.ini}'], compareWholeIni],
];

/** Globs of the manifests and lock files that needed packages may change. */
export const MANIFEST_FILES: readonly string[] = [
  ...READERS.flatMap(([globs]) => globs),
  ...['**/Pipfile', '**/Pipfile.lock', '**/Cargo.toml', '**/Cargo.lock', '**/*requirements*.{txt,in}'],
];

const finderOf = (table: typeof READERS) => {
  const rows = table.map(([globs, reader]) => ({ matches: matchAny(globs), reader }));
  return (path: string) => {
    const folded = foldPath(path);
    return rows.find(({ matches }) => matches(folded))?.reader;
  };
};

const findReader = finderOf(READERS);
const findSettings = finderOf(SETTINGS);

/** Who reads a file key by key, if anybody does. */
export function readerOf(path: string): ManifestReader | undefined {
  return findReader(path) ?? findSettings(path);
}

/** Who reads everything in a file. */
export const wholeReaderOf = finderOf(WHOLE_READERS);

export function isSettings(path: string): boolean {
  return findSettings(path) !== undefined;
}
