import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { BatonError, isBatonError } from '../base/error.ts';
import { redactText } from '../handoff/redact.ts';
import { runIdSchema } from '../workflow/event.ts';
import {
  type Document,
  handoffDocument,
  handoffsDocument,
  journalDocument,
  runDocument,
  runsDocument,
} from './documents.ts';
import type { McpHost } from './host.ts';
import { protocolError, reading } from './protocol-error.ts';
import { LIST_URIS, uriOf } from './uris.ts';

/** Lets a client read runs, their journals and handoffs, as markdown and as JSON. */
export function mountResources(server: McpServer, host: McpHost, onListed: () => void): void {
  for (const { name, uri, title, description, read } of LISTS) {
    for (const format of FORMATS) {
      server.registerResource(
        `${name}${format.suffix}`,
        `${uri}${format.suffix}`,
        { title, description: `${description}, ${format.told}`, mimeType: format.mimeType },
        (asked) => answer(asked.href, format, () => read(host)),
      );
    }
  }
  for (const { name, uri, title, description, read, ids, entries } of KINDS) {
    for (const format of FORMATS) {
      server.registerResource(
        `${name}${format.suffix}`,
        new ResourceTemplate(`${uri}${format.suffix}`, {
          list: format.suffix !== '' || entries === undefined ? undefined : listing(host, entries, onListed),
          complete: { id: (begun) => reading(() => ids(host, begun)) },
        }),
        { title, description: `${description}, ${format.told}`, mimeType: format.mimeType },
        (asked, { id }) => answer(asked.href, format, () => read(host, String(id))),
      );
    }
  }
}

function listing(host: McpHost, entries: (host: McpHost) => Promise<Listed[]>, onListed: () => void) {
  return async () => {
    onListed();
    return { resources: await reading(() => entries(host)) };
  };
}

interface Format {
  readonly suffix: string;
  readonly mimeType: string;
  readonly told: string;
  write(document: Document): string;
}

/** JSON first: a template for markdown would take `x.json` for an id. */
const FORMATS: readonly Format[] = [
  {
    suffix: '.json',
    mimeType: 'application/json',
    told: 'as JSON',
    write: ({ data }) => JSON.stringify(data, null, 2),
  },
  { suffix: '', mimeType: 'text/markdown', told: 'as markdown', write: ({ markdown }) => markdown },
];

const LISTS: readonly {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  read(host: McpHost): Promise<Document>;
}[] = [
  {
    name: 'runs',
    uri: LIST_URIS.run,
    title: 'Runs',
    description: 'All runs, those moved last first',
    read: async ({ runs }) => runsDocument(await runs.list()),
  },
  {
    name: 'handoffs',
    uri: LIST_URIS.handoff,
    title: 'Handoffs',
    description: 'All handoffs, those still waiting first',
    read: async ({ handoffs }) => handoffsDocument(await handoffs.overview()),
  },
];

const KINDS: readonly {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  read(host: McpHost, id: string): Promise<Document>;
  /** Ids that begin like this. */
  ids(host: McpHost, begun: string): Promise<string[]>;
  /** Those a client is shown without asking for one. */
  readonly entries?: (host: McpHost) => Promise<Listed[]>;
}[] = [
  {
    name: 'journal',
    uri: 'baton://run/{id}/journal',
    title: "A run's journal",
    description: 'What happened in a run, in order',
    read: async ({ runs }, id) =>
      journalDocument(
        id,
        (await runs.entries(runIn(id))).map(({ event }) => event),
      ),
    ids: runIds,
  },
  {
    name: 'run',
    uri: 'baton://run/{id}',
    title: 'A run',
    description: 'What a run is, where it stands, and what waits for a person',
    read: async ({ runs }, id) => runDocument(await runs.view(runIn(id))),
    ids: runIds,
    async entries({ runs }) {
      const views = await runs.list();
      return views.slice(0, MOST_LISTED).map(({ run, request }) => listedAs('run', run, request));
    },
  },
  {
    name: 'handoff',
    uri: 'baton://handoff/{id}',
    title: 'A handoff',
    description: 'A handoff with its package and its history',
    read: async ({ handoffs }, id) => handoffDocument(await handoffs.get(id)),
    ids: handoffIds,
    async entries({ handoffs }) {
      const { glances } = await handoffs.overview();
      return glances.slice(0, MOST_LISTED).map(({ id, task }) => listedAs('handoff', id, task));
    },
  },
];

interface Listed {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

/** The newest runs and the handoffs that wait; all are in the lists. */
const MOST_LISTED = 50;
const LONGEST_DESCRIPTION = 200;

function listedAs(kind: 'run' | 'handoff', id: string, about: string): Listed {
  return { uri: uriOf({ kind, id }), name: id, description: redactText(about).text.slice(0, LONGEST_DESCRIPTION) };
}

/** Most ids that are proposed, as the protocol has it. */
const MOST_PROPOSED = 100;

export async function runIds({ runs }: McpHost, begun: string): Promise<string[]> {
  return (await runs.list())
    .map(({ run }) => run)
    .filter((id) => id.startsWith(begun))
    .slice(0, MOST_PROPOSED);
}

export async function handoffIds({ handoffs }: McpHost, begun: string): Promise<string[]> {
  return (await handoffs.overview()).glances
    .map(({ id }) => id)
    .filter((id) => id.startsWith(begun))
    .slice(0, MOST_PROPOSED);
}

/** What cannot be a run's id names no run. */
function runIn(id: string): string {
  if (runIdSchema.safeParse(id).success) return id;
  throw new BatonError('not_found', `There is no run ${JSON.stringify(id)}.`);
}

async function answer(
  uri: string,
  { mimeType, write }: Format,
  read: () => Promise<Document>,
): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri, mimeType, text: write(await read()) }] };
  } catch (error) {
    throw isBatonError(error) && error.code === 'not_found' ? new ResourceNotFoundError(uri) : protocolError(error);
  }
}
