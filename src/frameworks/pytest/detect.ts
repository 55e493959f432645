import { posix } from 'node:path';
import { entriesOf } from '../../formats/json.ts';
import { readToml } from '../../formats/toml.ts';
import type { Detection, ProjectView } from '../framework.ts';
import { PYTHON_MANIFESTS, requiredPackages } from './python-manifest.ts';

/** Where a project is set up for pytest: a package is configured, merely names pytest, or has files that pytest would run. */
export function detectPytest(project: ProjectView): readonly Detection[] {
  const files = project.files.filter((file) => !FOREIGN.test(file));
  const configured = new Map<string, string[]>();
  const installed = new Map<string, string[]>();
  const note = (places: Map<string, string[]>, file: string, why: string) => {
    const directory = posix.dirname(file.replace(/(^|\/)requirements\/[^/]+$/, '$1requirements.txt'));
    places.set(directory, [...(places.get(directory) ?? []), why]);
  };
  for (const file of files) {
    const how = configuration(file, project);
    if (how !== undefined) note(configured, file, how);
    else if (namesPytest(file, project)) note(installed, file, `pytest in ${file}`);
  }
  const conftest = files.find((file) => file === 'conftest.py' || /^tests?\/conftest\.py$/.test(file));
  if (conftest !== undefined && configured.size === 0) configured.set('.', [conftest]);
  const test = files.find((file) => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(file));
  if (configured.size + installed.size === 0 && test !== undefined) installed.set('.', [test]);
  const others = [...installed].filter(([directory]) => !configured.has(directory));
  return [
    ...[...configured].map(([directory, because]) => detection(directory, because, 'configured')),
    ...others.map(([directory, because]) => detection(directory, because, 'installed')),
  ];
}

function detection(directory: string, because: readonly string[], confidence: Detection['confidence']): Detection {
  return { framework: 'pytest', directory, because, confidence };
}

const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|\.venv|venv|\.tox|\.nox|vendor|__pycache__)\//;

/** The sections in which pytest looks for its configuration, by file. */
const SECTIONS: Readonly<Record<string, RegExp>> = {
  'setup.cfg': /^\[tool:pytest\]/m,
  'tox.ini': /^\[pytest\]/m,
};

function configuration(file: string, project: ProjectView): string | undefined {
  const name = posix.basename(file);
  if (/^\.?pytest\.(?:ini|toml)$/.test(name)) return file;
  if (name === 'pyproject.toml') return pyprojectTable(file, project.read(file) ?? '');
  const section = SECTIONS[name];
  const found = section?.exec(project.read(file) ?? '')?.[0].trim();
  return found === undefined ? undefined : `${found} in ${file}`;
}

function pyprojectTable(file: string, text: string): string | undefined {
  const { tool } = readToml(text) ?? {};
  const pytest = new Map(entriesOf(tool)).get('pytest');
  if (pytest === undefined) return undefined;
  const isOld = new Map(entriesOf(pytest)).has('ini_options');
  return `[tool.pytest${isOld ? '.ini_options' : ''}] in ${file}`;
}

function namesPytest(file: string, project: ProjectView): boolean {
  const name = /(?:^|\/)(requirements\/[^/]+)$/.exec(file)?.[1] ?? posix.basename(file);
  if (!PYTHON_MANIFESTS.test(name)) return false;
  return requiredPackages([[name, project.read(file) ?? '']]).has('pytest');
}
