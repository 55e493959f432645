export type Language = 'js' | 'python' | 'go' | 'rust' | 'java';

const BY_ENDING: Readonly<Record<string, Language>> = {
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'js',
  ts: 'js',
  mts: 'js',
  cts: 'js',
  tsx: 'js',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
};

/** The language of a file by the end of its name, if it is one whose words can be told apart here. */
export function languageOf(path: string): Language | undefined {
  const ending = /\.([a-z]+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}
