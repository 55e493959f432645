import type { Edition } from './runner.ts';

/** The scenarios of a revision for servers, by what they are tried against. */
export interface Scenarios extends Edition {
  /** Those that ask for nothing but a server: tried against the program itself. */
  readonly onBaton: readonly string[];
  /** Those that ask for tools, resources or prompts by names of their own. */
  readonly onFixtures: readonly string[];
}

const CONTENTS = [
  'completion-complete',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

const LISTS = [
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

export const SCENARIOS: readonly Scenarios[] = [
  {
    revision: '2025-11-25',
    runner: '@modelcontextprotocol/conformance',
    all: ['--suite', 'all'],
    onBaton: [
      'server-initialize',
      'logging-set-level',
      'ping',
      'resources-subscribe',
      'resources-unsubscribe',
      ...LISTS,
    ],
    onFixtures: [
      ...CONTENTS,
      'tools-call-with-logging',
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'server-sse-polling',
    ],
  },
  {
    revision: '2026-07-28',
    runner: 'conformance-2026',
    all: ['--requirements', '2026-07-28'],
    onBaton: [...LISTS, 'sep-2164-resource-not-found', 'caching', 'http-header-validation'],
    onFixtures: [
      ...CONTENTS,
      'server-stateless',
      'http-custom-header-server-validation',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-multi-round',
      'input-required-result-missing-input-response',
      'input-required-result-non-tool-request',
      'input-required-result-result-type',
      'input-required-result-unsupported-methods',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
      'input-required-result-validate-input',
      'input-required-result-tampered-state',
    ],
  },
];
