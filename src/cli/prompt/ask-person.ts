import { isBatonError } from '../../base/error.ts';
import type { Answer } from '../../engine/run/answer.ts';
import type { RunView } from '../../engine/run/view.ts';
import type { Baton } from '../../open.ts';
import { textOrFile } from '../arguments.ts';
import type { Input, Typed } from '../input.ts';
import type { Output } from '../output.ts';
import { type Paint, paintFor } from '../paint.ts';
import { plainLines } from '../plain-text.ts';
import { type Change, describeChange } from '../show/change.ts';
import { chosenItem, formatMenu, menuOf } from './menu.ts';

/** What a conversation needs. */
export interface Asking {
  readonly cwd: string;
  readonly output: Output;
  readonly input: Input;
  /** Who answers. */
  readonly user: string;
  readonly baton: Pick<Baton, 'watch'> & { readonly runs: Pick<Baton['runs'], 'view' | 'answer'> };
  /** What the ask is about, if it is about files. */
  change(): Promise<Change | undefined>;
}

/**
 * What came of it. Only `answered` has changed anything; `settled`: somebody else answered, or the matter has changed;
 * `later`: it stays open; `interrupted`: the same, by Ctrl-C.
 */
export type Conversation = 'answered' | 'settled' | 'later' | 'interrupted';

type Ask = RunView['asks'][number];

/** Asks the person at the keyboard what a run waits for, and records the answer. */
export async function askPerson(asking: Asking, run: string, ask: Ask): Promise<Conversation> {
  const { output, input, baton, user } = asking;
  const over = new AbortController();
  const settled = new AbortController();
  // Another terminal, a page or an MCP client may answer meanwhile.
  const look = async () => {
    const view = await baton.runs.view(run).catch(() => undefined);
    if (view !== undefined && !view.asks.some(({ id }) => id === ask.id)) settled.abort();
  };
  baton.watch(({ kind, id }) => void (kind === 'run' && id === run && look()), over.signal);
  try {
    const change = await asking.change();
    output.out(introduction(ask, change, output).join('\n'));
    await input.discard();
    for (;;) {
      const given = await CONVERSATIONS[ask.kind](ask, talkOf(asking, change, settled.signal));
      if (given === 'cancelled') {
        output.out(`${ask.id} was answered elsewhere.`);
        return 'settled';
      }
      if (typeof given === 'string') return given === 'interrupted' ? 'interrupted' : 'later';
      try {
        await baton.runs.answer(ask.id, given, user);
        output.out(`Recorded for ${ask.id}. Going on.`);
        return 'answered';
      } catch (error) {
        if (!isBatonError(error)) throw error;
        output.err(`baton: ${error.message}`);
        if (error.code === 'lost_race') return 'settled';
      }
    }
  } finally {
    over.abort();
  }
}

/** The ask and the beginning of its diff. */
function introduction({ id, kind, about }: Ask, change: Change | undefined, { screen }: Output): string[] {
  const paint = paintFor(screen?.colour ?? false);
  const lines = Math.max(LEAST_LINES, (screen?.rows() ?? DEFAULT_ROWS) - LINES_AROUND);
  const diff = change === undefined ? [] : ['', ...describeChange(change, paint, { lines, more: 'd shows all of it' })];
  return ['', paint(`${id} (${kind})`, 'bold', 'yellow'), ...plainLines(about), ...diff, ''];
}

const LEAST_LINES = 10;
const LINES_AROUND = 8;
const DEFAULT_ROWS = 24;

/** How a conversation is held: what is asked, and what is told. */
interface Talk {
  readonly cwd: string;
  readonly change: Change | undefined;
  ask(question: string): Promise<Typed>;
  tell(lines: readonly string[]): void;
  showDiff(): Promise<void>;
}

function talkOf({ cwd, output, input }: Asking, change: Change | undefined, cancelled: AbortSignal): Talk {
  const paint = paintFor(output.screen?.colour ?? false);
  const ask = (question: string) => input.ask(question, cancelled);
  return {
    cwd,
    change,
    ask,
    tell: (lines) => output.out(lines.join('\n')),
    showDiff: () => showPages(describeAll(change, paint), output, ask),
  };
}

function describeAll(change: Change | undefined, paint: Paint): string[] {
  return change === undefined ? ['It is not about a change of files.'] : describeChange(change, paint);
}

/** A long text, a screen at a time. */
async function showPages(
  lines: readonly string[],
  { out, screen }: Output,
  ask: (question: string) => Promise<Typed>,
): Promise<void> {
  const page = Math.max(LEAST_LINES, (screen?.rows() ?? DEFAULT_ROWS) - 2);
  for (let at = 0; at < lines.length; at += page) {
    out(lines.slice(at, at + page).join('\n'));
    const left = lines.length - at - page;
    if (left <= 0) return;
    const typed = await ask(`-- ${left} more lines: Enter, or q to stop -- `);
    if (typed.kind !== 'line' || typed.text.trim() !== '') return;
  }
}

/** An answer, or why there is none. */
type Given = Answer | Exclude<Typed['kind'], 'line'> | 'later';

const CONVERSATIONS: Readonly<Record<Ask['kind'], (ask: Ask, talk: Talk) => Promise<Given>>> = {
  approval: askApproval,
  question: askQuestion,
  decision: askDecision,
};

async function askApproval(_ask: Ask, talk: Talk): Promise<Given> {
  const menu = menuOf(['yes', 'no', ...diffItem(talk), 'comment', 'later']);
  let comment: string | undefined;
  for (;;) {
    const typed = await talk.ask(`Approve? ${formatMenu(menu)}: `);
    if (typed.kind !== 'line') return typed.kind;
    switch (chosenItem(menu, typed.text)) {
      case 'yes':
        return { kind: 'approval', approved: true, ...(comment === undefined ? {} : { reason: comment }) };
      case 'no': {
        const reason = comment ?? (await lineOf(talk, 'Why not? The next attempt is told: '));
        if (typeof reason === 'object') return reason.kind;
        if (reason !== '') return { kind: 'approval', approved: false, reason };
        talk.tell(['A rejection needs a reason. Nothing was recorded.']);
        break;
      }
      case 'comment': {
        const said = await lineOf(talk, 'Comment, recorded with your yes or no: ');
        if (typeof said === 'object') return said.kind;
        comment = said === '' ? undefined : said;
        break;
      }
      case 'diff':
        await talk.showDiff();
        break;
      case 'later':
        return 'later';
    }
  }
}

async function askQuestion(_ask: Ask, talk: Talk): Promise<Given> {
  for (;;) {
    const typed = await talk.ask('Your answer (or @file; Ctrl-D to answer later): ');
    if (typed.kind !== 'line') return typed.kind;
    const text = readAnswer(typed.text.trim(), talk);
    if (text !== undefined && text.trim() !== '') return { kind: 'question', text };
  }
}

/** What was typed, or what the file holds; nothing if that cannot be read, which is told. */
function readAnswer(typed: string, { cwd, tell }: Talk): string | undefined {
  try {
    return textOrFile(typed, cwd);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    tell([error.message]);
    return undefined;
  }
}

async function askDecision({ choices = [] }: Ask, talk: Talk): Promise<Given> {
  const menu = menuOf([...choices, ...diffItem(talk), 'later']);
  for (;;) {
    const typed = await talk.ask(`How to go on? ${formatMenu(menu)}: `);
    if (typed.kind !== 'line') return typed.kind;
    const chosen = chosenItem(menu, typed.text);
    if (chosen === 'later') return 'later';
    if (chosen === 'diff') await talk.showDiff();
    const choice = choices.find((one) => one === chosen);
    if (choice === undefined) continue;
    if (choice === 'abort') {
      const sure = await talk.ask('End the run for good? What it made stays. [y]es, [n]o: ');
      if (sure.kind !== 'line') return sure.kind;
      if (chosenItem(menuOf(['yes', 'no']), sure.text) !== 'yes') continue;
      return { kind: 'decision', choice };
    }
    const hint = choice === 'skip' ? '' : await lineOf(talk, 'Hint for the next session (Enter for none): ');
    if (typeof hint === 'object') return hint.kind;
    return { kind: 'decision', choice, ...(hint === '' ? {} : { hint }) };
  }
}

function diffItem({ change }: Talk): readonly 'diff'[] {
  return change === undefined ? [] : ['diff'];
}

async function lineOf({ ask }: Talk, question: string): Promise<string | Exclude<Typed, { kind: 'line' }>> {
  const typed = await ask(question);
  return typed.kind === 'line' ? typed.text.trim() : typed;
}
