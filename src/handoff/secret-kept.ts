import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { type Finding, isMadeUp } from './secret-values.ts';

/** What the rules of secretlint's recommended preset find in a text. */
export function findKept(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const rule of KEPT) {
    if (!rule.head.test(text)) continue;
    for (const secret of rule.run(text)) if (!isMadeUp(text.slice(secret.start, secret.end))) found.push(secret);
  }
  return found;
}

/**
 * The rules that run, by the last part of their id, each with how its secrets begin: a text without that beginning
 * need not be shown to the rule. Every one is linear on any text: its loops are bounded or cannot fail once entered.
 * Left out, and why:
 * - filter-comments: a comment in the text could switch reporting off;
 * - gcp: reads files, is asynchronous, and its private keys are found by our own rule;
 * - privatekey, basicauth, database-connection-string: our own rules find more (no lists of passwords thought harmless)
 *   and take out less (the host of a connection stays readable).
 */
const HEADS: Readonly<Record<string, RegExp>> = {
  aws: /A3T|A(?:KI|GP|ID|RO|IP|NP|NV|SI)A|[Aa](?:CCESS|ccess)_?[Kk](?:EY|ey)/,
  npm: /npm_/,
  slack: /xox[abopr]-|xapp-|hooks\.slack\.com/,
  sendgrid: /SG\./,
  shopify: /shp(?:pa|ca|at|ss)_/,
  github: /gh[pousr]_|github_pat_/,
  gitlab: /glpat-/,
  grafana: /gl(?:c|sa)_/,
  openai: /sk-/,
  anthropic: /sk-ant-/,
  groq: /gsk_/,
  huggingface: /hf_/,
  linear: /lin_api_/,
  notion: /ntn_/,
  '1password': /ops_ey/,
  'hashicorp-vault': /hv[sbr]\./,
  vercel: /vc[piark]_/,
  databricks: /dapi/,
  docker: /dckr_pat_/,
  figma: /figd_/,
};

/** How the secrets of all kept rules begin. */
export const KEPT_HEADS: readonly string[] = Object.values(HEADS).map((head) => head.source);

/** A number of an account is no credential, and reads like any other number of twelve digits. */
const NOT_SECRET: ReadonlySet<string> = new Set(['AWSAccountID']);

const ID_PREFIX = '@secretlint/secretlint-rule-';

interface Report {
  readonly message: { readonly id: string; readonly secret: string };
  readonly range: readonly [number, number];
}

interface RuleContext {
  createTranslator(): (id: string, props: Readonly<Record<string, string>>) => Report['message'];
  report(report: Report): void;
}

interface RuleCreator {
  readonly meta: { readonly id: string };
  create(context: RuleContext, options: object): { file(source: { filePath: string; content: string }): unknown };
}

interface KeptRule {
  readonly head: RegExp;
  run(text: string): readonly Finding[];
}

const KEPT: readonly KeptRule[] = (rules as unknown as readonly RuleCreator[]).flatMap((creator) => {
  const kind = creator.meta.id.slice(ID_PREFIX.length);
  const head = HEADS[kind];
  return head === undefined ? [] : [host(creator, kind, head)];
});

/** Creates a rule once and turns its reports into findings. */
function host(creator: RuleCreator, kind: string, head: RegExp): KeptRule {
  let reports: Report[] = [];
  const context: RuleContext = {
    createTranslator: () => (id, props) => ({ id, secret: secretOf(props) }),
    report: (report) => reports.push(report),
  };
  const rule = creator.create(context, { enableIDScanRule: true });
  return {
    head,
    run(text) {
      reports = [];
      rule.file({ filePath: NO_FILE, content: text });
      return reports.filter(({ message }) => !NOT_SECRET.has(message.id)).map((report) => locate(report, kind, text));
    },
  };
}

/** No known file name, so that rules for one kind of file stay out. */
const NO_FILE = 'text';

/** The reported text is the secret itself; the reported range of an AWS secret key begins at its name and ends early. */
function locate({ message, range }: Report, kind: string, text: string): Finding {
  const start = text.indexOf(message.secret, range[0]);
  return { kind, start, end: start + message.secret.length };
}

/** Rules hand the secret to the translator under one of these names. */
function secretOf(props: Readonly<Record<string, string>>): string {
  return String(props.KEY ?? props.TOKEN ?? props.ID ?? props.URL);
}
