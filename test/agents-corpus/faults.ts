/** A set of files with one thing wrong, and what has to be told about it: code, file, line and column. */
export interface Fault {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly told: string;
  /** What has to be offered instead. */
  readonly suggestion?: string;
}

const G = '.github/agents';
const C = '.claude/agents';

/** An agent file: keys, then a prompt. */
const agent = (keys: string, body = 'Work.\n'): string => `---\n${keys}\n---\n\n${body}`;
const handoff = (to: string, trigger: string, context = 'files_modified'): string =>
  `  - agent: ${to}\n    trigger: "${trigger}"\n    context: [${context}]`;
const one = (text: string): Readonly<Record<string, string>> => ({ [`${G}/a.agent.md`]: text });

/** An agent that hands to the built-in megumi as it may. */
const handing = (name: string, ...handoffs: string[]): string =>
  agent(`name: ${name}\nhandoffs:\n${handoffs.join('\n')}`);

/** Two agents, the second of which ends the way. */
const pair = (first: string): Readonly<Record<string, string>> => ({
  [`${G}/a.agent.md`]: first,
  [`${G}/b.agent.md`]: agent('name: b\nhandoffs: []'),
});

export const FAULTS: readonly Fault[] = [
  { what: 'no front matter', files: one('# Agent\n'), told: `unreadable ${G}/a.agent.md:1:1` },
  { what: 'front matter without end', files: one('---\nname: a\n'), told: `unreadable ${G}/a.agent.md:1:1` },
  {
    what: 'broken YAML',
    files: one('---\nname: a\ntools: [read\n---\nWork.\n'),
    told: `unreadable ${G}/a.agent.md:4:1`,
  },
  { what: 'a key twice', files: one(agent('name: a\nname: b')), told: `unreadable ${G}/a.agent.md:3:1` },
  { what: 'an alias', files: one(agent('x: &x [read]\ntools: *x')), told: `unreadable ${G}/a.agent.md:3:8` },
  { what: 'tools that are a number', files: one(agent('name: a\ntools: 5')), told: `wrong_type ${G}/a.agent.md:3:8` },
  { what: 'handoffs that are no list', files: one(agent('handoffs: b')), told: `wrong_type ${G}/a.agent.md:2:11` },
  { what: 'turns without end', files: one(agent('maxTurns: 0')), told: `wrong_type ${G}/a.agent.md:2:11` },
  {
    what: 'a misspelt limit',
    files: one(agent('name: a\ndisallowed-tools: [Bash]')),
    told: `misspelt_limit ${G}/a.agent.md:3:1`,
    suggestion: 'disallowedTools',
  },
  {
    what: 'a misspelt key',
    files: one(agent('name: a\ndescripton: Helps')),
    told: `misspelt_key ${G}/a.agent.md:3:1`,
    suggestion: 'description',
  },
  {
    what: 'a misspelt key of a handoff',
    files: pair(agent('name: a\nhandoffs:\n  - agent: b\n    lable: Go\n    prompt: Go')),
    told: `misspelt_key ${G}/a.agent.md:5:5`,
    suggestion: 'label',
  },
  {
    what: 'two agents of one name in one folder',
    files: {
      [`${C}/one.md`]: agent('name: helper\ndescription: x'),
      [`${C}/two.md`]: agent('name: helper\ndescription: y'),
    },
    told: `duplicate_agent ${C}/two.md:2:7`,
  },
  {
    what: 'no name for Claude Code',
    files: { [`${C}/a.md`]: agent('description: Helps') },
    told: `missing_name ${C}/a.md:1:1`,
  },
  {
    what: 'no description for Claude Code',
    files: { [`${C}/a.md`]: agent('name: a') },
    told: `missing_description ${C}/a.md:1:1`,
  },
  { what: 'no prompt', files: one('---\nname: a\n---\n\n'), told: `empty_body ${G}/a.agent.md:4:1` },
  {
    what: 'a tool that Claude Code does not have',
    files: { [`${C}/a.md`]: agent('name: a\ndescription: Helps\ntools: Read, Grepp') },
    told: `unknown_tool ${C}/a.md:4:8`,
    suggestion: 'Grep',
  },
  {
    what: 'a misspelt tool of VS Code',
    files: one(agent("description: a\ntools: ['read', 'serach']")),
    told: `unknown_tool ${G}/a.agent.md:3:17`,
    suggestion: 'search',
  },
  {
    what: 'a disallowed tool that there is not',
    files: one(agent('name: a\ndisallowedTools:\n  - Bsh')),
    told: `unknown_tool ${G}/a.agent.md:4:5`,
    suggestion: 'Bash',
  },
  {
    what: 'a gate that there is not',
    files: one(agent('name: a\ngates: [scope, tsets]')),
    told: `unknown_gate ${G}/a.agent.md:3:16`,
    suggestion: 'tests',
  },
  {
    what: 'a gate without its command',
    files: one(agent('name: a\ngates:\n  - name: links')),
    told: `wrong_type ${G}/a.agent.md:4:5`,
  },
  {
    what: 'a runner that there is not',
    files: one(agent('name: a\nrunner: claud')),
    told: `unknown_runner ${G}/a.agent.md:3:9`,
    suggestion: 'claude',
  },
  {
    what: 'a schema of a type that there is not',
    files: one(agent('name: a\ncontext:\n  risk: { type: nmber }')),
    told: `context_schema_invalid ${G}/a.agent.md:4:9`,
  },
  {
    what: 'a schema that is a text',
    files: one(agent('name: a\ncontext:\n  risk: number')),
    told: `context_schema_invalid ${G}/a.agent.md:4:9`,
  },
  {
    what: 'a schema for a field that has its type',
    files: one(agent('name: a\ncontext:\n  tier_level: { type: number }')),
    told: `context_redefined ${G}/a.agent.md:4:3`,
  },
  {
    what: 'an agent of a protocol that says nothing about handoffs [R003-07]',
    files: { [`${G}/a.agent.md`]: handing('a', handoff('b', '@go')), [`${G}/b.agent.md`]: agent('name: b') },
    told: `no_handoffs ${G}/b.agent.md:1:1`,
  },
  {
    what: 'a handoff without its agent [R003-08]',
    files: pair(agent('name: a\nhandoffs:\n  - trigger: "@go"\n    context: []')),
    told: `handoff_without_agent ${G}/a.agent.md:4:5`,
  },
  {
    what: 'a handoff without its trigger [R003-09]',
    files: pair(agent('name: a\nhandoffs:\n  - agent: b\n    context: [files_modified]')),
    told: `handoff_without_trigger ${G}/a.agent.md:4:5`,
  },
  {
    what: 'a handoff without its context [R003-10]',
    files: pair(agent('name: a\nhandoffs:\n  - agent: b\n    trigger: "@go"')),
    told: `handoff_without_context ${G}/a.agent.md:4:5`,
  },
  {
    what: 'a trigger without its sign [R003-09]',
    files: pair(handing('a', handoff('b', 'Go On'))),
    told: `bad_trigger ${G}/a.agent.md:5:14`,
    suggestion: '@go-on',
  },
  {
    what: 'a trigger with a capital letter [R003-09]',
    files: pair(handing('a', handoff('b', '@goOn'))),
    told: `bad_trigger ${G}/a.agent.md:5:14`,
  },
  {
    what: 'a context that is no list [R003-10]',
    files: pair(agent('name: a\nhandoffs:\n  - agent: b\n    trigger: "@go"\n    context: files')),
    told: `bad_context ${G}/a.agent.md:6:14`,
  },
  {
    what: 'a context field that is documented nowhere [R003-59]',
    files: pair(handing('a', handoff('b', '@go', 'files_modified, file_created'))),
    told: `undocumented_context ${G}/a.agent.md:6:31`,
    suggestion: 'files_created',
  },
  {
    what: 'a handoff to nobody that there is [R003-58]',
    files: pair(handing('a', handoff('b', '@go'), handoff('megumy', '@look'))),
    told: `unknown_agent ${G}/a.agent.md:7:12`,
    suggestion: 'megumi',
  },
  {
    what: 'an agent that hands to itself',
    files: pair(handing('a', handoff('b', '@go'), handoff('a', '@again'))),
    told: `self_handoff ${G}/a.agent.md:7:12`,
  },
  {
    what: 'nobara handing to gojo [R003-51]',
    files: { [`${G}/nobara.agent.md`]: handing('nobara', handoff('gojo', '@show')) },
    told: `unauthorised_handoff ${G}/nobara.agent.md:4:12`,
  },
  {
    what: 'yuuji handing to nobara [R003-49]',
    files: {
      [`${G}/yuuji.agent.md`]: handing('yuuji', handoff('megumi', '@re-review'), handoff('nobara', '@redesign')),
    },
    told: `unauthorised_handoff ${G}/yuuji.agent.md:7:12`,
  },
  {
    what: 'megumi handing to nobara [R003-50]',
    files: { [`${G}/megumi.agent.md`]: handing('megumi', handoff('gojo', '@approved'), handoff('nobara', '@restyle')) },
    told: `unauthorised_handoff ${G}/megumi.agent.md:7:12`,
  },
  {
    what: 'a trigger that leads to two agents',
    files: {
      ...pair(handing('a', handoff('b', '@go'), handoff('c', '@go'))),
      [`${G}/c.agent.md`]: agent('name: c\nhandoffs: []'),
    },
    told: `duplicate_trigger ${G}/a.agent.md:8:14`,
  },
  {
    what: 'a standard trigger to the wrong agent',
    files: { [`${G}/yuuji.agent.md`]: handing('yuuji', handoff('gojo', '@security-review')) },
    told: `contradictory_trigger ${G}/yuuji.agent.md:5:14`,
  },
  {
    what: 'a trigger against what the project says itself',
    files: {
      ...pair(handing('a', handoff('b', '@tune'))),
      'baton.yaml': 'triggers:\n  tune: { source: b, target: a }\n',
    },
    told: `contradictory_trigger ${G}/a.agent.md:5:14`,
  },
  {
    what: 'a misspelt trigger',
    files: { [`${G}/yuuji.agent.md`]: handing('yuuji', handoff('megumi', '@securty-review')) },
    told: `misspelt_trigger ${G}/yuuji.agent.md:5:14`,
    suggestion: '@security-review',
  },
  {
    what: 'custom triggers that are no JSON [R003-26]',
    files: { '.protocol-state/custom-triggers.json': '{ "custom_triggers": { } ' },
    told: 'custom_trigger_invalid .protocol-state/custom-triggers.json:1:1',
  },
  {
    what: 'a custom trigger without its target [R003-26]',
    files: {
      '.protocol-state/custom-triggers.json':
        '{\n  "custom_triggers": {\n    "@tune": { "source": "yuuji", "context": [], "description": "x" }\n  }\n}\n',
    },
    told: 'custom_trigger_invalid .protocol-state/custom-triggers.json:3:14',
  },
  {
    what: 'a custom trigger of a standard name [R003-26]',
    files: {
      '.protocol-state/custom-triggers.json':
        '{\n  "custom_triggers": {\n    "@approved": { "source": "yuuji", "target": "gojo" }\n  }\n}\n',
    },
    told: 'custom_trigger_invalid .protocol-state/custom-triggers.json:3:18',
  },
  {
    what: 'a custom trigger to nobody that there is',
    files: {
      '.protocol-state/custom-triggers.json':
        '{"custom_triggers": {\n  "@tune": {\n    "source": "yuuji",\n    "target": "sukuna"\n  }\n}}\n',
    },
    told: 'unknown_agent .protocol-state/custom-triggers.json:4:15',
  },
  {
    what: 'a custom trigger that the hierarchy does not allow',
    files: {
      '.protocol-state/custom-triggers.json':
        '{"custom_triggers": {\n  "@tune": {\n    "source": "megumi",\n    "target": "nobara"\n  }\n}}\n',
    },
    told: 'unauthorised_handoff .protocol-state/custom-triggers.json:4:15',
  },
  {
    what: 'a cycle without end [R003-60]',
    files: {
      [`${G}/a.agent.md`]: handing('a', handoff('b', '@go')),
      [`${G}/b.agent.md`]: handing('b', handoff('c', '@on')),
      [`${G}/c.agent.md`]: handing('c', handoff('b', '@back')),
    },
    told: `inescapable_cycle ${G}/b.agent.md:3:1`,
  },
  {
    what: 'an agent that nobody in the protocol calls',
    files: {
      [`${G}/gojo.agent.md`]: handing('gojo', handoff('yuuji', '@brief-implementation', 'current_tasks')),
      [`${G}/sukuna.agent.md`]: handing('sukuna', handoff('gojo', '@escalate', 'severity')),
    },
    told: `unreachable_agent ${G}/sukuna.agent.md:1:1`,
  },
  {
    what: 'an agent that neither a person nor a model may start',
    files: one(agent('description: a\nuser-invocable: false\ndisable-model-invocation: true')),
    told: `unreachable_agent ${G}/a.agent.md:1:1`,
  },
];
