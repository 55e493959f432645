import type { JsonValue } from '../../base/json.ts';
import { entriesOf } from '../../formats/json.ts';
import { readToml } from '../../formats/toml.ts';

/** Files in which a Python project names the packages it needs. */
export const PYTHON_MANIFESTS =
  /^(?:requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.(?:txt|in)|[\w.-]*requirements\.txt|constraints\.txt|pyproject\.toml|setup\.cfg|setup\.py|Pipfile|environment\.ya?ml)$/;

/** The packages that manifests name, spelt as PyPI compares them. */
export function requiredPackages(manifests: readonly (readonly [path: string, text: string])[]): ReadonlySet<string> {
  return new Set(manifests.flatMap(([path, text]) => namesIn(path, text)).map(normalised));
}

/** Whether one of the packages is known to provide a module: by its own name, or one of the few that differ. */
export function provides(packages: ReadonlySet<string>, module: string): boolean {
  const [top = ''] = module.split('.');
  return [top, ...(OTHER_NAMES[top] ?? [])].some((name) => packages.has(normalised(name)));
}

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  attr: ['attrs'],
  bs4: ['beautifulsoup4'],
  Crypto: ['pycryptodome', 'pycrypto'],
  cv2: ['opencv-python', 'opencv-python-headless'],
  dateutil: ['python-dateutil'],
  docx: ['python-docx'],
  dotenv: ['python-dotenv'],
  git: ['GitPython'],
  google: ['protobuf', 'google-auth', 'google-cloud-core'],
  jose: ['python-jose'],
  jwt: ['PyJWT'],
  magic: ['python-magic'],
  MySQLdb: ['mysqlclient'],
  OpenSSL: ['pyOpenSSL'],
  PIL: ['Pillow'],
  psycopg2: ['psycopg2-binary'],
  rest_framework: ['djangorestframework'],
  serial: ['pyserial'],
  skimage: ['scikit-image'],
  sklearn: ['scikit-learn'],
  usb: ['pyusb'],
  yaml: ['PyYAML'],
};

function namesIn(path: string, text: string): string[] {
  if (/\.toml$|^Pipfile$/.test(path)) return fromToml(text);
  if (path === 'setup.py') return fromSetupScript(text);
  if (path === 'setup.cfg') return fromSetupConfig(text);
  if (/\.ya?ml$/.test(path)) return text.split('\n').flatMap((line) => nameAtStart(line.replace(/^\s*-\s*/, '')));
  return text.split('\n').flatMap(nameAtStart);
}

/** Tables whose keys are packages, by path. */
const TABLES = /^(?:tool\/poetry(?:\/group\/[^/]+)?\/(?:dev-)?dependencies|packages|dev-packages)$/;
/** Lists of requirements, and tables of such lists. */
const LISTS = /(?:^|\/)(?:dependencies|dev-dependencies|requires)$/;
const LIST_TABLES = /^(?:dependency-groups|project\/optional-dependencies|tool\/pdm\/dev-dependencies)$/;

/** Dependency tables have a package under each key, dependency lists have them as strings; nothing else is looked at. */
function fromToml(text: string): string[] {
  const namesAt = (value: JsonValue, path: string): string[] => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (TABLES.test(path)) return entriesOf(value).flatMap(([key]) => nameAtStart(key));
    if (Array.isArray(value) && (LISTS.test(path) || LIST_TABLES.test(folder))) {
      return value.flatMap((one: JsonValue) => (typeof one === 'string' ? nameAtStart(one) : []));
    }
    return entriesOf(value).flatMap(([key, entry]) => namesAt(entry, path === '' ? key : `${path}/${key}`));
  };
  return namesAt(readToml(text) ?? {}, '');
}

/** The strings of every `..._requires=` argument. */
function fromSetupScript(text: string): string[] {
  const lists = text.matchAll(/\b(?:install|tests|setup|extras)_requires?\s*=\s*([[{(][^)]*?[\]})])\s*[,)]/g);
  return [...lists].flatMap(([, list = '']) => stringsIn(list));
}

function fromSetupConfig(text: string): string[] {
  const names: string[] = [];
  let wanted = false;
  let extras = false;
  for (const line of text.split('\n')) {
    const heading = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) extras = heading === 'options.extras_require';
    const key = /^([\w.-]+)\s*=\s*(.*)$/.exec(line);
    if (heading !== undefined || key !== null) wanted = extras || /_requires$/.test(key?.[1] ?? '');
    if (wanted) names.push(...nameAtStart(key === null ? line : (key[2] ?? '')));
  }
  return names;
}

function stringsIn(text: string): string[] {
  return [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].flatMap(([, double, single]) =>
    nameAtStart(double ?? single ?? ''),
  );
}

function nameAtStart(text: string): string[] {
  const name = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:$|[<>=!~;,@#[({ ])/.exec(text)?.[1];
  return name === undefined ? [] : [name];
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
