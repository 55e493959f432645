import type { ScriptedSession } from '../../../src/runners/script.ts';

const OUTPUT = '.claude/.output/capabilities/story';

/** Where the run keeps a document. */
export const documentAt = (name: string) => `${OUTPUT}/${name}`;

/** The project before the run: a parser of files, tested. */
export const PARSER = {
  'src/file-parser.js': `export function linesOf(text) {
  return text.split('\\n');
}
`,
  'test/file-parser.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '../src/file-parser.js';

test('a text has lines', () => {
  assert.deepEqual(linesOf('a\\nb'), ['a', 'b']);
});
`,
  'vql/file-parser.vql': 'SELECT * FROM glob(globs="*.txt")\n',
  'figures.mjs': 'console.log(JSON.stringify({ accuracy: 0.97, false_positives: 0.02 }));\n',
};

export const FIGURES = 'figures: { command: node figures.mjs }\n';

const DETECT = `import { linesOf } from './file-parser.js';

const PATTERN = /\\bAKIA[0-9A-Z]{16}\\b/;

export function exposures(text) {
  return linesOf(text).flatMap((line, at) => (PATTERN.test(line) ? [at + 1] : []));
}
`;

const DETECT_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposures } from '../src/s3-exposure.js';

const sample = ['AK', 'IA', 'Q'.repeat(16)].join('');

test('a line with an access key is found', () => {
  assert.deepEqual(exposures(\`x\\nkey \${sample}\`), [2]);
});
`;

const MORE_TESTS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposures } from '../src/s3-exposure.js';

test('keys of another provider are no exposure', () => {
  assert.deepEqual(exposures(['XX', 'IA', 'Q'.repeat(16)].join('')), []);
});
`;

/** The result of a phase that left a document. */
export function result(summary: string, context: string, more: object = {}): object {
  return { status: 'complete', summary, handoff: { context }, ...more };
}

const document = (phase: string, file: string, text: string, given: object): ScriptedSession => ({
  phase,
  write: { [documentAt(file)]: text },
  result: given,
});

export const DESIGN = document(
  'brainstorming',
  'design.md',
  '# S3 bucket exposure\n\nFind credentials of S3 in files.\n',
  result('Refined VQL capability design for S3 bucket exposure detection', 'Search for similar VQL capabilities.', {
    output_file: 'design.md',
    handoff: { next_phase: 'discovery', next_agent: 'Explore', context: 'Search for similar VQL capabilities.' },
  }),
);

export const DISCOVERY = document(
  'discovery',
  'discovery.md',
  '# What is there\n\nvql/file-parser.vql reads files.\n',
  result('Found similar VQL capabilities (60% reusable)', 'Recommend extending the file-parser pattern.', {
    source_files_verified: ['vql/file-parser.vql'],
  }),
);

export const ARCHITECTURE = document(
  'architecture',
  'architecture.md',
  '# Architecture\n\nCollect, match, validate with boto3.\n',
  result('Designed VQL capability with validation', 'Validate S3 buckets via boto3.'),
);

export const DECISION: ScriptedSession = {
  ...document(
    'architecture',
    'architecture.md',
    '# Architecture\n\nCollect and match. An external tool validates.\n',
    result('Validation moves to an external tool', 'No validation in VQL.'),
  ),
  visit: 2,
};

/** The blocked handoff of the protocol, word for word where it matters. */
export const BLOCKED: ScriptedSession = {
  phase: 'implementation',
  visit: 1,
  result: {
    agent: 'capability-developer',
    output_type: 'implementation-blocked',
    status: 'blocked',
    blocked_reason: 'architecture_decision',
    attempted: ['Tried implementing S3 bucket validation via boto3', 'VQL cannot import Python libraries'],
    handoff: { next_agent: null, context: 'Cannot implement S3 bucket validation in VQL. Need architecture decision.' },
  },
};

export const IMPLEMENTATION: ScriptedSession = {
  phase: 'implementation',
  write: {
    'src/s3-exposure.js': DETECT,
    'vql/s3-bucket-exposure.vql': 'SELECT * FROM glob(globs="*.env")\n',
    'test/s3-exposure.test.js': DETECT_TEST,
    [documentAt('implementation-log.md')]: '# Log\n\nCollection and matching are there.\n',
  },
  result: result('Implemented collection and matching', 'Implemented at src/s3-exposure.js. Ready for review.', {
    files_modified: ['src/s3-exposure.js'],
  }),
};

export const COMPLETION = document(
  'completion',
  'completion.md',
  '# Complete\n\nAll points are met.\n',
  result('All points are met', 'Everything is there.', { verification: { everything_found: true } }),
);

export const REVIEW = document(
  'review',
  'review.md',
  '# Review\n\nMatches the architecture.\n',
  result('Implementation approved', 'Test keys of another provider.'),
);

export const TESTING: ScriptedSession = {
  phase: 'testing',
  write: {
    'test/s3-false-alarms.test.js': MORE_TESTS,
    [documentAt('test-plan.md')]: '# Test plan\n\nDetections and false alarms.\n',
  },
  result: result('Detections and false alarms are shown', 'All figures are reached.'),
};

/** The example of the protocol with its blocked handoff. */
export const EXPOSURE: readonly ScriptedSession[] = [
  ...[DESIGN, DISCOVERY, ARCHITECTURE, BLOCKED, DECISION],
  ...[{ ...IMPLEMENTATION, visit: 2 }, COMPLETION, REVIEW, TESTING],
];
