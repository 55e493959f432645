// A tiny agent that speaks the Agent Client Protocol, and does what the word in its command says: `node fake-acp.mjs WORD`.
// It has no model: the real agents are tried elsewhere. This one does what they never do.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const word = process.argv[2];
const RESULT = '```json\n{"status": "complete", "summary": "All done."}\n```';
const waiting = new Map();
let asked = 100;
let prompts = 0;

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function update(fields) {
  send({ method: 'session/update', params: { sessionId: 's1', update: fields } });
}

function say(text) {
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}

/** Asks the client something, and waits for its answer. */
function ask(method, params) {
  const id = asked++;
  send({ id, method, params: { sessionId: 's1', ...params } });
  return new Promise((resolve) => waiting.set(id, resolve));
}

const ONCE = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

/** The name of the option that was chosen, or `cancelled`. */
async function permission(toolCall, options = ONCE) {
  const { result } = await ask('session/request_permission', { toolCall, options });
  return result.outcome.optionId ?? result.outcome.outcome;
}

const edit = (path) => ({ toolCallId: `edit-${asked}`, kind: 'edit', title: path, locations: [{ path }] });

/** What it does when it gets a prompt; gives the reason to stop, or an error. */
const PROMPTS = {
  async done() {
    update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Look', kind: 'read', status: 'pending' });
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'in_progress', rawInput: { path: 'a' } });
    const content = [{ type: 'content', content: { type: 'text', text: 'seen' } }];
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed', content });
    say('I am ');
    say('done.\n\n');
    say(RESULT);
    update({ sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.25, currency: 'USD' } });
    return 'end_turn';
  },
  async strange() {
    process.stdout.write(
      'Welcome to the agent!\n[1, 2]\n{"jsonrpc": "2.0", "id": 4711, "result": {}}\n{"no": "message"}\n',
    );
    update({ sessionUpdate: 'of_another_time', what: 1 });
    send({ method: 'session/update', params: { update: 7 } });
    send({ method: 'something/else', params: {} });
    say(RESULT);
    return 'end_turn';
  },
  async nothing() {
    return 'end_turn';
  },
  async dies() {
    say('I am about to');
    await sleep(50);
    process.exit(0);
  },
  async 'hangs-up'() {
    process.stdout.end();
    await sleep(60_000);
  },
  async killed() {
    process.kill(process.pid, 'SIGKILL');
    await sleep(60_000);
  },
  async long() {
    process.stdout.write('x'.repeat(33_000_000));
    await sleep(60_000);
  },
  /** Stops whenever it is refused something, and goes on once it is told why. */
  async refused() {
    if (prompts === 1) return (await permission(edit('src/sum.js'))) === 'no' ? 'cancelled' : 'end_turn';
    say(`It was ${await permission(edit('test/sum.test.js'))}. ${RESULT}`);
    return 'end_turn';
  },
  async stubborn() {
    return (await permission(edit('src/sum.js'))) === 'no' ? 'cancelled' : 'end_turn';
  },
  async sulking() {
    await permission(edit('src/sum.js'));
    return 'end_turn';
  },
  async 'only-for-ever'() {
    const options = [{ optionId: 'always', name: 'Always', kind: 'allow_always' }];
    say(`It was ${await permission(edit('test/sum.test.js'), options)}.`);
    return 'end_turn';
  },
  async cancelled() {
    return 'cancelled';
  },
  /** Does with files what its environment says, and tells what came of it. */
  async files() {
    const told = [];
    for (const [method, params] of JSON.parse(process.env.FAKE_FILES)) {
      const { result, error } = await ask(method, params);
      told.push(error === undefined ? (result?.content ?? 'ok') : `refused: ${error.message}`);
    }
    say(JSON.stringify(told));
    return 'end_turn';
  },
  async deaf() {
    await sleep(60_000);
  },
  async polite() {
    say('Working.');
    await new Promise((resolve) => waiting.set('cancel', resolve));
    return 'cancelled';
  },
};

const REASONS = ['max_tokens', 'max_turn_requests', 'refusal', 'a_new_reason'];

const ERRORS = {
  'needs-login': { code: -32_000, message: 'Authentication required' },
  overloaded: { code: -32_603, message: 'Internal error', data: { details: 'API Error: 529 overloaded' } },
  limited: { code: 429, message: 'Too many requests. Please retry in 2.5s.' },
  broken: { code: -32_603, message: 'Internal error: something is undefined' },
  'no-model': { code: -32_603, message: 'Internal error', data: { status: 404 } },
};

const MODELS = [
  { value: 'small', name: 'Small' },
  { value: 'large', name: 'Large' },
];

/** What a new session says of itself. */
function newSession() {
  const option = { id: 'm', name: 'Model', category: 'model', type: 'select', currentValue: 'small', options: MODELS };
  const older = {
    currentModelId: 'small',
    availableModels: MODELS.map(({ value }) => ({ modelId: value, name: value })),
  };
  return {
    sessionId: 's1',
    ...(word === 'models' ? { configOptions: [option] } : {}),
    ...(word === 'older-models' ? { models: older } : {}),
  };
}

const METHODS = {
  async initialize() {
    if (word === 'mute') await sleep(60_000);
    if (word === 'no-protocol') throw { code: -32_601, message: 'Method not found' };
    return { protocolVersion: word === 'of-tomorrow' ? 2 : 1, agentCapabilities: {} };
  },
  async 'session/new'() {
    if (word === 'needs-login') throw ERRORS[word];
    return newSession();
  },
  async 'session/set_config_option'({ configId, value }) {
    say(`Set ${configId} to ${value}. `);
    return { configOptions: [] };
  },
  async 'session/set_model'({ modelId }) {
    say(`Took ${modelId}. `);
    return {};
  },
  async 'session/prompt'({ prompt }) {
    prompts += 1;
    if (word === 'echo') say(prompt.map(({ text }) => text).join('|'));
    if (ERRORS[word] !== undefined) throw ERRORS[word];
    if (REASONS.includes(word)) return { stopReason: word };
    const usage = { inputTokens: 100, outputTokens: 20, cachedReadTokens: 7 };
    return { stopReason: await (PROMPTS[word] ?? PROMPTS.done)(), usage };
  },
};

if (word === 'exits') process.exit(0);
if (word === 'fails') {
  process.stderr.write('There is no light.\n');
  process.exit(3);
}
if (word === 'chatters') {
  process.stdout.write('Usage: this is no agent.\n');
  process.exit(0);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === 'session/cancel') waiting.get('cancel')?.();
  else if (method === undefined) waiting.get(id)?.({ result, error });
  else if (METHODS[method] !== undefined) {
    METHODS[method](params).then(
      (given) => send({ id, result: given }),
      (given) => send({ id, error: given }),
    );
  } else if (id !== undefined) send({ id, error: { code: -32_601, message: `Method not found: ${method}` } });
}
