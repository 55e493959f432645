import { describe, expect, it } from 'vitest';
import { BatonError } from '../../base/error.ts';
import { readResult } from '../result.ts';
import { parseChariotOutput, withoutBlock, writeChariotBlock } from './chariot.ts';

const EXAMPLES = [
  {
    agent: 'brainstorming',
    phase: 'brainstorming',
    status: 'complete',
    summary: 'Design of the bucket check refined',
    output_file: 'design.md',
    handoff: { next_phase: 'discovery', next_agent: 'Explore', context: 'Search for checks that parse files.' },
  },
  {
    agent: 'Explore',
    phase: 'discovery',
    status: 'complete',
    summary: 'Three similar checks found, 60% reusable',
    output_file: 'discovery.md',
    handoff: { next_phase: 'architecture', next_agent: 'capability-lead', context: 'Extend the file parser.' },
  },
  {
    agent: 'capability-lead',
    phase: 'architecture',
    status: 'complete',
    summary: 'Check designed',
    output_file: 'architecture.md',
    artifacts: ['architecture.md'],
    verification: { patterns_referenced: true, decisions_documented: true, edge_cases_addressed: true },
    handoff: { next_phase: 'implementation', next_agent: 'capability-developer', context: 'Collect, match, validate.' },
  },
  {
    agent: 'capability-developer',
    phase: 'implementation',
    status: 'complete',
    summary: 'Check implemented',
    files_modified: ['modules/vql/s3-bucket-exposure.vql'],
    output_file: 'implementation-log.md',
    handoff: { next_phase: 'review', next_agent: 'capability-reviewer', context: 'Ready for review.' },
  },
  {
    agent: 'capability-reviewer',
    phase: 'review',
    status: 'complete',
    summary: 'Implementation approved',
    output_file: 'review.md',
    handoff: { next_phase: 'testing', next_agent: 'test-lead', context: 'Target coverage: 85%.' },
  },
  {
    agent: 'capability-developer',
    output_type: 'implementation-blocked',
    timestamp: '2026-01-04T15:00:00Z',
    capability_directory: '.claude/.output/capabilities/20260104-143000-s3-exposure',
    capability_type: 'vql',
    skills_invoked: ['persisting-agent-outputs', 'gateway-capabilities'],
    status: 'blocked',
    blocked_reason: 'architecture_decision',
    attempted: ['Tried to validate buckets', 'Found that nothing can be imported', 'Searched for another way'],
    handoff: { next_agent: null, context: 'Drop the validation, use a tool, or switch to another chain.' },
  },
];

const done = { status: 'complete', summary: 'done' };
const json = JSON.stringify(done);

describe('the result of an output', () => {
  it('is read from every example of the format [R002-28]', () => {
    for (const example of EXAMPLES) {
      const output = `# Log\n\nWhat was done.\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`;
      expect(parseChariotOutput(output)).toEqual(example);
    }
  });

  it('may have an object as its summary, which is read as one line for each field', () => {
    const summary = { built: 'the check', tests: { passed: 12 }, open: [] };
    const output = `\`\`\`json\n${JSON.stringify({ ...done, summary })}\n\`\`\`\n`;
    expect(parseChariotOutput(output).summary).toBe('built: the check\ntests: {"passed":12}\nopen: []');
    const empty = `\`\`\`json\n${JSON.stringify({ status: 'complete', summary: {} })}\n\`\`\`\n`;
    expect(() => parseChariotOutput(empty)).toThrow('summary and handoff.context are both empty');
  });

  it('is its last JSON block [R002-01]', () => {
    const output = [
      '```json',
      '{"status": "blocked"}',
      '```',
      'and then',
      '```json',
      json,
      '```',
      '```ts',
      'let x;',
      '```',
    ];
    expect(parseChariotOutput(output.join('\n'))).toEqual(done);
  });

  it('is given agent and phase of its session', () => {
    const session = { agent: 'implementer', phase: 'green' };
    expect(parseChariotOutput(`\`\`\`json\n${json}\n\`\`\``, session)).toEqual({ ...done, ...session });
  });

  it('may be bare JSON', () => {
    for (const output of [json, `\n ${JSON.stringify(done, null, 2)}\r\n`, `\uFEFF${json}`]) {
      expect(parseChariotOutput(output)).toEqual(done);
    }
  });

  it('stands in fences of either kind, any length and up to three spaces of indent', () => {
    const outputs = [
      `~~~json\n${json}\n~~~`,
      `\`\`\`\`\`json\n${json}\n\`\`\`\`\`\`\n`,
      `   \`\`\` JSON \n   ${json}\n  \`\`\`  \n`,
      `~~~~ Json title=\`result\`\n${json}\n~~~~`,
      `\`\`\`json\r\n${json}\r\n\`\`\`\r\n`,
      `\uFEFF\`\`\`json\n${json}\n\`\`\``,
    ];
    for (const output of outputs) expect(parseChariotOutput(output), output).toEqual(done);
  });

  it('is read though the last fence is never closed', () => {
    expect(parseChariotOutput(`text\n\`\`\`json\n${json}`)).toEqual(done);
    expect(parseChariotOutput(`text\n\`\`\`json\n${json}\n\n`)).toEqual(done);
  });

  it('is not looked for inside another block, nor in inline or indented code', () => {
    const quoted = `\`\`\`\`markdown\n\`\`\`json\n{"status": "blocked"}\n\`\`\`\n\`\`\`\``;
    const tildes = `~~~\n\`\`\`json\n{"status": "blocked"}\n\`\`\`\n~~~`;
    const inline = '```json``` {"status": "blocked"}';
    const indented = '    ```json\n    {"status": "blocked"}\n    ```';
    for (const other of [quoted, tildes, inline, indented]) {
      expect(parseChariotOutput(`\`\`\`json\n${json}\n\`\`\`\n${other}`), other).toEqual(done);
    }
  });

  it('is an unmarked block that holds an object when no block is marked', () => {
    const output = `\`\`\`\n${json}\n\`\`\`\n\`\`\`\nnpm test\n\`\`\`\n\`\`\`\n{ not json\n\`\`\`\n\`\`\`sh\n{}\n\`\`\``;
    expect(parseChariotOutput(output)).toEqual(done);
    expect(parseChariotOutput(`\`\`\`json\n${json}\n\`\`\`\n\`\`\`\n{"status": "blocked"}\n\`\`\``)).toEqual(done);
  });
});

describe('an output that is refused', () => {
  it('has a last block that is not JSON, told with its line, whatever came before', () => {
    const error = refusal(`\`\`\`json\n${json}\n\`\`\`\n\n\`\`\`json\n{"status": \n oops}\n\`\`\``);
    expect(error.code).toBe('invalid_result');
    expect(error.message).toMatch(/^Invalid agent output: the JSON block at line 5: Unexpected token.*\.$/);
    expect(error.data).toEqual({ line: 5 });
    expect(error.cause).toBeInstanceOf(SyntaxError);
    expect(refusal('```json\n```').message).toContain('line 1: Unexpected end of JSON input');
  });

  it('is bare JSON with a fault, told as such', () => {
    expect(refusal('\n{"status": "complete",}').message).toContain('the JSON block at line 1: Expected double-quoted');
  });

  it('has no JSON block at all', () => {
    for (const output of ['', 'done', '```ts\nlet x;\n```', '```\n[1]\n```', '5', '"{}"']) {
      expect(refusal(output).message).toContain(
        'it has no JSON block (expected the result between "```json" and "```"',
      );
      expect(refusal(output).code).toBe('invalid_result');
    }
  });

  it('has a JSON block that is no result', () => {
    expect(refusal('```json\n[]\n```').message).toContain('expected an object, got a list of 0');
    expect(refusal('```json\n{}\n```').message).toContain('status is missing');
    const twice = JSON.stringify(json);
    expect(refusal(`\`\`\`json\n${twice}\n\`\`\``).message).toContain('expected an object, got "{');
  });

  it('is no text', () => {
    expect(refusal(5).message).toBe('Invalid agent output: expected text, got 5.');
  });
});

describe('a block that is written', () => {
  it('reads back as the same result', () => {
    for (const example of EXAMPLES) {
      const result = readResult(example);
      expect(parseChariotOutput(`Done.\n\n${writeChariotBlock(result)}`)).toEqual(result);
    }
  });

  it('has a fence longer than any run of backticks inside', () => {
    const result = readResult({ ...done, summary: 'see ```` and\n```\n`x`' });
    expect(writeChariotBlock(result)).toMatch(/^`{5}json\n[\s\S]*\n`{5}\n$/);
    expect(parseChariotOutput(writeChariotBlock(result))).toEqual(result);
    expect(writeChariotBlock(readResult(done))).toBe(
      '```json\n{\n  "status": "complete",\n  "summary": "done"\n}\n```\n',
    );
  });

  it('holds only a valid result', () => {
    expect(() => writeChariotBlock({ status: 'complete' })).toThrow(BatonError);
  });
});

it('five megabytes of fences are gone through once', () => {
  const many = 5_000_000;
  const hostile = [
    '`'.repeat(many),
    '```\n'.repeat(many / 4),
    '`'.repeat(many / 2) + '\n```'.repeat(many / 8),
    '{'.repeat(many),
  ];
  for (const output of hostile) expect(refusal(output).code).toBe('invalid_result');
});

function refusal(given: unknown): BatonError {
  try {
    parseChariotOutput(given as string);
  } catch (error) {
    if (error instanceof BatonError) return error;
  }
  throw new Error('it was read');
}

describe('an output without the block that ends it', () => {
  const body = '# Design\n\n```text\na sketch\n```\n\n';

  it('is everything before that block', () => {
    expect(withoutBlock(`${body}\`\`\`json\n{}\n\`\`\`\n\n`)).toBe(body);
    expect(withoutBlock('~~~~JSON\n{}\n~~~~')).toBe('');
    expect(withoutBlock(`${body}\`\`\`json\n{"never": "closed"}\n`)).toBe(body);
  });

  it.each([
    ['it has no block', '# Design\n'],
    ['its last block is no JSON', body],
    ['text follows the block', '```json\n{}\n```\nand more\n'],
    ['it is empty', ''],
  ])('is not to be had where %s', (_, output) => {
    expect(withoutBlock(output)).toBeUndefined();
  });
});
