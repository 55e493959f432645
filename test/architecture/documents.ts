import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import type { Violation } from './check.ts';
import { listFiles } from './scan.ts';

/** Every link, anchor and path of this repository that a document names and that is not there. */
export function checkDocuments(root: string): Violation[] {
  const documents = TOP_DOCUMENTS.filter((file) => existsSync(join(root, file)));
  documents.push(...listFiles(root, 'docs').filter((file) => file.endsWith('.md')));
  const names = new Set(FOLDERS.flatMap((folder) => listFiles(root, folder)).map((file) => basename(file)));
  return documents.flatMap((file) => {
    const prose = readProse(root, file);
    return [...checkLinks(root, file, prose), ...checkPaths(root, file, prose, names)];
  });
}

const TOP_DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const FOLDERS = ['src', 'test', 'docs', 'bench', 'scripts', 'schemas', 'web', '.ci'];

/** Files that live in the repositories of users, not in this one. */
const FILES_OF_USERS: ReadonlySet<string> = new Set([
  'baton.yaml',
  'test-list.md',
  'CLAUDE.md',
  'AGENTS.md',
  'CONTEXT.md',
  'baton.workflow.yaml',
  'design.md',
  'discovery.md',
  'architecture.md',
  'implementation-log.md',
  'completion.md',
  'review.md',
  'test-plan.md',
  'security-review.md',
  'dev-notes.md',
]);

/** A document without its fenced blocks and comments: what is shown there is an example, not a claim. */
function readProse(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
    .replace(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|$(?![\s\S]))/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '');
}

function checkLinks(root: string, file: string, prose: string): Violation[] {
  const text = prose.replace(CODE, '');
  const links = LINKS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  return [...new Set(links)].flatMap((link) => checkLink(root, file, link));
}

/** Code in a line; it never runs past its paragraph. */
const CODE = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g;
/** Inline, reference style, HTML. */
const LINKS = [/\]\(\s*<?([^)\s>]+)/g, /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm, /\b(?:src|href)="([^"]+)"/g];

function checkLink(root: string, file: string, link: string): Violation[] {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(link)) return [];
  const [path = '', anchor] = decodeURIComponent(link).split('#', 2);
  const target = resolveLink(file, path.replace(/\?.*$/, ''));
  if (target.startsWith('..') || !existsSync(join(root, target))) {
    return [{ rule: 'broken-link', file, detail: `links to ${link}, which does not exist` }];
  }
  if (!anchor || !target.endsWith('.md') || anchorsOf(readProse(root, target)).has(anchor)) return [];
  return [{ rule: 'broken-anchor', file, detail: `links to ${link}, but ${target} has no such heading` }];
}

function resolveLink(file: string, path: string): string {
  if (path === '') return file;
  return path.startsWith('/') ? posix.normalize(path.slice(1)) : posix.join(posix.dirname(file), path);
}

/** The anchors GitHub gives to headings, and those set by hand. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set([...prose.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)].map((match) => match[1] ?? ''));
  const counts = new Map<string, number>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6}\s+(.*?)\s*#*\s*$/gm)) {
    const slug = slugOf(heading);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function slugOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/<[^>]+>/g, '');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** In code, what starts with a folder of this repository is a path in it; a bare file name may lie in any of them. */
function checkPaths(root: string, file: string, prose: string, names: ReadonlySet<string>): Violation[] {
  const words = [...prose.matchAll(CODE)].flatMap((match) => (match[2] ?? '').split(/\s+/));
  return [...new Set(words)].flatMap((word) => {
    if (PLACEHOLDER.test(word)) return [];
    const path = word
      .replace(/^["'(]+/, '')
      .replace(/[:#].*$/, '')
      .replace(/["'),;.]+$/, '');
    const inFolder = FOLDERS.some((folder) => path.startsWith(`${folder}/`));
    const bareName = FILE_NAME.test(path) && !FILES_OF_USERS.has(path) && !names.has(path);
    return (inFolder || bareName) && !existsSync(join(root, path)) ? [missing(file, path)] : [];
  });
}

/** Globs, `<placeholders>`, alternatives and elisions name no single path, and `.agent.md` is an ending. */
const PLACEHOLDER = /[*?<>{}[\]$|…]|\.\.\./;
const FILE_NAME = /^\w[\w-]*(\.[\w-]+)*\.(json|md|mjs|mts|sh|ts|yaml|yml)$/;

function missing(file: string, path: string): Violation {
  const hint = path.includes('/') ? '' : ' (a file of users is listed in test/architecture/documents.ts)';
  return { rule: 'missing-path', file, detail: `names ${path}, which does not exist${hint}` };
}
