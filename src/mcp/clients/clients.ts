import { BatonError, isBatonError } from '../../base/error.ts';
import { putJsonEntry } from './json-entry.ts';
import { putTomlEntry } from './toml-entry.ts';

/** A program in whose project settings Baton can be entered. */
export interface Client {
  readonly title: string;
  /** Its file, from the top of the checkout. */
  readonly file: string;
  /** The text of that file with Baton in it. */
  put(before: string | undefined, args: readonly string[]): string;
  /** What a person does next. */
  readonly next: readonly string[];
}

const NAME = 'baton';
const COMMAND = 'npx';

/** The clients, each with the form that its own documents give. */
export const CLIENTS = {
  claude: {
    title: 'Claude Code',
    file: '.mcp.json',
    put: (before, args) => putJsonEntry(before, ['mcpServers', NAME], { type: 'stdio', command: COMMAND, args }),
    next: ['start claude here and allow the server, which it asks about once', 'look at it there: /mcp'],
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    put: (before, args) => putJsonEntry(before, ['servers', NAME], { type: 'stdio', command: COMMAND, args }),
    next: ['open the file in VS Code and press Start above the entry', 'its tools are in the chat, in agent mode'],
  },
  codex: {
    title: 'Codex',
    file: '.codex/config.toml',
    // The first start fetches the package, for which the ten seconds that Codex gives a server are few.
    put: (before, args) =>
      putTomlEntry(before, ['mcp_servers', NAME], { command: COMMAND, args, startup_timeout_sec: 60 }),
    next: ['start codex here and trust the project, which it asks about once', 'look at it: codex mcp list'],
  },
  gemini: {
    title: 'Gemini CLI',
    file: '.gemini/settings.json',
    put: (before, args) => putJsonEntry(before, ['mcpServers', NAME], { command: COMMAND, args }),
    next: ['start gemini here and trust the folder, which it asks about once', 'look at it there: /mcp'],
  },
} as const satisfies Readonly<Record<string, Client>>;

export type ClientName = keyof typeof CLIENTS;

export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];

/**
 * The text of a client's file with Baton in it, as an agent or as the person who starts the client. A file that cannot be
 * edited is told with its place and with what a person has to add.
 */
export function withBaton(client: ClientName, before: string | undefined, agent: string | undefined): string {
  const { file, put } = CLIENTS[client];
  const args = ['-y', 'batonpass', 'mcp', ...(agent === undefined ? [] : ['--as', agent])];
  try {
    return put(before, args);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    const message = `${file}, ${error.message}. It was left as it is. Mend it, or add this by hand:`;
    throw new BatonError('invalid_input', `${message}\n\n${put(undefined, args).trimEnd()}`, { data: { file } });
  }
}
