import { readFileSync } from 'node:fs';
import { parseAgent } from '../../../src/protocol/agent-file.ts';
import type { ScriptedSession } from '../../../src/runners/script.ts';

/** The project before the run: a server that greets everybody. */
export const GREETING = {
  'src/app.js': `export function greet(user) {
  return user === undefined ? 'Who are you?' : \`Hello, \${user}.\`;
}
`,
  'src/app.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from './app.js';

test('a user is greeted', () => {
  assert.equal(greet('ada'), 'Hello, ada.');
});

test('nobody is asked for a name', () => {
  assert.equal(greet(undefined), 'Who are you?');
});
`,
};

const APP = `import { userOf } from './auth/jwt.js';

export function greet(user) {
  return user === undefined ? 'Who are you?' : \`Hello, \${user}.\`;
}

export function answer(token, now) {
  return greet(userOf(token, now));
}
`;

/** With the weakness that the review finds: the word that signs stands in the source. */
const JWT = `import { createHmac } from 'node:crypto';

const word = 'open sesame';

export function sign(user, expires) {
  const body = Buffer.from(JSON.stringify({ user, expires })).toString('base64url');
  return \`\${body}.\${seal(body)}\`;
}

export function userOf(token, now) {
  const [body, mark] = token.split('.');
  if (mark !== seal(body)) return undefined;
  const { user, expires } = JSON.parse(Buffer.from(body, 'base64url').toString());
  return now < expires ? user : undefined;
}

function seal(body) {
  return createHmac('sha256', word).update(body).digest('base64url');
}
`;

const JWT_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from '../../app.js';
import { sign, userOf } from '../jwt.js';

test('a token names its user', () => {
  assert.equal(userOf(sign('ada', 20), 10), 'ada');
});

test('an expired token names nobody', () => {
  assert.equal(userOf(sign('ada', 20), 30), undefined);
});

test('a forged token names nobody', () => {
  assert.equal(userOf(\`\${sign('ada', 20)}x\`, 10), undefined);
});

test('whoever has a token is greeted', () => {
  assert.equal(answer(sign('ada', 20), 10), 'Hello, ada.');
});
`;

const FIXED_JWT = JWT.replace("const word = 'open sesame';\n\n", '').replace(
  "'sha256', word",
  "'sha256', process.env.JWT_SECRET ?? ''",
);

const WORD = `export function wordFrom({ JWT_SECRET: word }) {
  if (word === undefined || word === '') throw new Error('JWT_SECRET is not set');
  return word;
}
`;

const WORD_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordFrom } from '../word.js';

test('the word comes from the environment', () => {
  assert.equal(wordFrom({ JWT_SECRET: 'abc' }), 'abc');
});

test('without a word nothing starts', () => {
  assert.throws(() => wordFrom({}), /JWT_SECRET is not set/);
});
`;

export const CRITERIA = [
  'Secret moved to .env file',
  'Hardcoded secret removed from source',
  'Environment variable validated at startup',
];

export const SEC_001 = {
  sec_id: 'SEC-001',
  severity: 'HIGH',
  category: 'A02:2021 - Cryptographic Failures',
  description: 'JWT secret stored in plaintext',
  location: 'src/auth/jwt.js:3',
  recommendation: 'Use environment variables for secrets',
};

/** The result of an agent that raises a trigger. */
export function raising(trigger: string, context: object = {}, more: object = {}): object {
  return { status: 'complete', summary: `I raise ${trigger}.`, handoff: { trigger, context }, ...more };
}

export const BRIEF: ScriptedSession = {
  phase: 'briefing',
  result: raising('@brief-implementation', {}, { summary: 'Tokens are signed and expire.' }),
};

export const IMPLEMENT: ScriptedSession = {
  phase: 'implement',
  write: {
    'src/app.js': APP,
    'src/auth/jwt.js': JWT,
    'src/auth/__tests__/jwt.test.js': JWT_TEST,
    'dev-notes.md': '# Sign-in\n\nTokens are signed and expire.\n',
  },
  result: raising(
    '@user-review',
    {
      implementation_scope: 'JWT-based authentication',
      implementation_complete: true,
      files_modified: ['not/what/was/changed.js'],
      test_results: { total: 900, passed: 900, failed: 0 },
    },
    { decisions: [{ what: 'Tokens are signed', why: 'nothing has to be stored', alternatives: ['sessions'] }] },
  ),
};

export const FIND: ScriptedSession = {
  phase: 'security-review',
  write: { 'security-review.md': '# Security review\n\nSEC-001: the word that signs stands in the source.\n' },
  result: raising('@remediation-required', { security_findings: [SEC_001], verification_criteria: CRITERIA }),
};

export const FIX: ScriptedSession = {
  phase: 'fix',
  write: {
    'src/auth/jwt.js': FIXED_JWT,
    'src/auth/word.js': WORD,
    'src/auth/__tests__/word.test.js': WORD_TEST,
    '.env.example': 'JWT_SECRET=\n',
  },
  result: raising('@re-review'),
};

export const VERIFY: ScriptedSession = {
  phase: 're-review',
  append: { 'security-review.md': '\nSEC-001 is fixed.\n' },
  result: raising('@approved', {}, { verification: Object.fromEntries(CRITERIA.map((text) => [text, true])) }),
};

/** Notices every wrong line of the implementation. */
export const SHARP_TEST = `import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { answer } from '../../src/app.js';
import { sign } from '../../src/auth/jwt.js';

test('a token counts until it expires, and not after', () => {
  assert.equal(answer(sign('ada', 20), 19), 'Hello, ada.');
  assert.equal(answer(sign('ada', 20), 20), 'Who are you?');
});

test('a token is signed', () => {
  const [body, mark] = sign('ada', 20).split('.');
  assert.equal(mark, createHmac('sha256', ['open', 'sesame'].join(' ')).update(body).digest('base64url'));
});
`;

/** The whole example of the protocol. */
export const SIGN_IN: readonly ScriptedSession[] = [BRIEF, IMPLEMENT, FIND, FIX, VERIFY];

/** The fields that an agent's file declares for a trigger. */
export function declaredFields(agent: string, trigger: unknown): string[] {
  const file = new URL(`../../../src/protocol/agents/${agent}.agent.md`, import.meta.url);
  const { handoffs } = parseAgent(readFileSync(file, 'utf8'), `${agent}.agent.md`);
  return [...(handoffs.find((one) => one.trigger === trigger)?.context ?? [])].sort();
}
