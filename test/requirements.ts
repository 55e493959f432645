// Every feature of the five source documents as data: the section that asks for it and the sentence a test can show.
// Where a source is open or contradicts itself the sentence states what was decided. Tests cite the ids in square
// brackets in their titles. Over 300 lines because it is one table; a number, once given, keeps its meaning.

/** One thing the product does, and the place in the sources that asks for it. */
export interface Requirement {
  readonly id: string;
  readonly source: string;
  readonly sentence: string;
}

export const REQUIREMENTS: readonly Requirement[] = [
  // 000: RedGreenRefactor, the handoff questions
  ...section('000 Design Decisions', {
    'R000-01': 'Every attempt starts a fresh session, also when the same agent runs again in a later cycle.',
  }),
  ...section('000 Overview', {
    'R000-02': "A session's prompt carries nothing of an earlier session but what the package holds.",
  }),
  ...section('000 Open Questions: Handoff Mechanism', {
    'R000-03':
      "Baton starts a session when its phase's turn has come; no session waits, polls or is told by another session.",
    'R000-04':
      "A phase hands on only when its gates pass on evidence; an agent's claim of success alone moves nothing.",
    'R000-05':
      'The workflow gives the same next phase for the same state and event every time, and asks no model for it.',
    'R000-06': "A session gets the agent's body as its system prompt and the rendered package as its user prompt.",
  }),
  ...section('000 Open Questions: Agent Context and Information Access', {
    'R000-07':
      "A session can read the whole workbench, and a change outside its phase's scope is refused with `out_of_scope`.",
    'R000-08':
      'The package tells of earlier cycles the open list, the last 10 completed tests with a count, and bounded facts.',
    'R000-09':
      "The workbench of red holds the current implementation, so the test agent sees the existing code's shape.",
    'R000-10': 'The package names the agent, phase, cycle and attempt that the session plays.',
  }),
  ...section('000 Open Questions: Handoff Data Structure', {
    'R000-11':
      "Plan to red carries the chosen test's id and description, the list, where tests live and an example test file.",
    'R000-12':
      'Red to green carries test files, test names, trimmed failure output, the commit and what may be changed.',
    'R000-13':
      'Green to refactor carries test and implementation paths, the trimmed diff with its stat, and test counts.',
    'R000-14': 'Refactor to plan carries the completed test, the files touched, test counts and the remaining list.',
  }),
  ...section('000 Open Questions: Git as Shared State', {
    'R000-15': 'A run whose process and scratch files are lost goes on where it stood with its git refs alone.',
    'R000-16': 'No handoff file such as `.handoff.json` appears in the work tree or in a phase commit.',
    'R000-17':
      "The package states verified facts first and the previous agent's own words after them, marked as claims.",
  }),
  ...section('000 Open Questions: Pre-existing Codebase', {
    'R000-18': 'A baseline proof is recorded before the first phase, and zero existing tests is a legal baseline.',
    'R000-19':
      'A red baseline stops the run with the list of failing tests; `--accept-baseline-failures` pins exactly those.',
    'R000-20': 'The package of the plan phase lists the existing tests and the baseline counts.',
    'R000-21': 'Existing tests count: green is refused while a test of the baseline fails or is no longer executed.',
    'R000-22':
      'An existing test is changed or removed only where the list item says `(changes: path)` or `(removes: name)`.',
    'R000-23':
      'A fix or a change of existing behaviour runs through `tdd` like a new feature, with a `fix:` commit where it is one.',
  }),

  // 001: RedGreenRefactor, four agents over an agent SDK and git notes
  ...section('001 §1.1 Core Components', {
    'R001-01': 'The claude runner starts one query per session and resumes no earlier session by default.',
    'R001-02': 'An agent is declared with name, description, prompt, tools and model.',
  }),
  ...section('001 §1.2 Two Session Models', {
    'R001-03': 'The rendered package of cycle 50 keeps within the same token budget as that of cycle 1.',
  }),
  ...section('001 §2.1 Defining the Four Agents', {
    'R001-04':
      'Four built-in `.agent.md` files declare test-list-agent, test-agent, implementing-agent and refactor-agent.',
    'R001-05': 'The test-list-agent changes `test-list.md` and nothing else.',
    'R001-06': 'The plan phase takes the first open item of the list as the next test, or finds the list done.',
    'R001-07':
      'Red passes only when a new test fails for the right reason, repeatably, and everything else still passes.',
    'R001-08': 'A test that cannot be parsed, times out or crashes is not red.',
    'R001-09': 'Green passes only when every test passes with test files and test configuration byte-identical to red.',
    'R001-10':
      'Refactor may change existing product and test files anywhere and passes only when every test still passes.',
    'R001-11': 'The run is complete when the list has no open item and a last full proof is green.',
  }),
  ...section('001 §2.2 Agent Tool Restrictions', {
    'R001-12': 'The test-list-agent gets the tools Read, Write, Glob and Grep.',
    'R001-13': 'The test-agent gets the tools Read, Write and Bash.',
    'R001-14': 'The implementing-agent gets the tools Read, Write, Edit and Bash.',
    'R001-15': 'The refactor-agent gets the tools Read, Edit, Bash and Grep.',
    'R001-16': 'No agent of `tdd` gets the Task tool.',
    'R001-17': 'The test-agent adds tests and test support only; a change to product code in red is refused.',
    'R001-18': 'The implementing-agent creates and edits files except tests, test configuration and protected files.',
    'R001-19': 'The refactor-agent creates no new files unless configured; moves and renames count as edits.',
    'R001-20': 'A file changed through the shell is judged on the diff exactly as one changed through an edit tool.',
  }),
  ...section('001 §3 Chosen Handoff Approach', {
    'R001-21':
      'Every completed phase has exactly one phase commit, made by Baton with run, phase, cycle and agent trailers.',
    'R001-22': 'Every phase commit has one note under `refs/notes/tdd-handoffs` that plain `git notes` can show.',
  }),
  ...section('001 §4.1 What Context Each Agent Needs', {
    'R001-23':
      'Start to plan carries the request, framework and test command, baseline counts, existing list and layout summary.',
    'R001-24':
      'The note of red names the test file and the note of green names the implementation file of the current test.',
  }),
  ...section('001 §4.2 Context Passing via Prompts', {
    'R001-25':
      'The rendered package has the current test, the test list, the existing test structure and the task under headings.',
  }),
  ...section('001 §4.3 Context Passing via Git Notes', {
    'R001-26': 'The handoff state of a commit is read from its note as JSON.',
    'R001-27':
      'Where no note exists the handoff state is phase `PLAN`, cycle 1, with no pending and no completed tests.',
    'R001-28': 'Writing a note again replaces it, and only Baton writes notes.',
    'R001-29': 'The latest handoff is that of the newest phase commit in history order.',
  }),
  ...section('001 §5.1 Orchestrator with Git Notes', {
    'R001-30': 'A cycle runs plan, red, green and refactor in this order and returns to plan.',
    'R001-31':
      'The plan commit is `plan: ...`, its note has phase `PLAN` and next_phase `RED`, or `COMPLETE` when nothing is open.',
    'R001-32': 'The red commit is `test: ...`, its note has phase `RED`, next_phase `GREEN` and test_result `FAIL`.',
    'R001-33':
      'The green commit is `feat: ...` or `fix: ...`, its note has phase `GREEN`, next_phase `REFACTOR` and test_result `PASS`.',
    'R001-34': 'The refactor commit is `refactor: ...`, its note has phase `REFACTOR` and next_phase `PLAN`.',
    'R001-35': 'After refactor the current test is ticked in `test-list.md` and listed in completed_tests.',
    'R001-36': 'Every note has a timestamp in ISO 8601 UTC.',
    'R001-37': 'A candidate holds every change of the workbench, untracked files too, without dependency directories.',
    'R001-38':
      'A phase that changed nothing leaves the commit its kind allows: an empty plan, a refactor with the tick only.',
  }),
  ...section('001 §5.2 Shell Script Orchestrator', {
    'R001-39':
      'Any command plays an agent: package on stdin, `BATON_*` variables, exit 0 for done and other for a failed attempt.',
    'R001-40': '`baton run` without a request is a usage error with exit code 2.',
  }),
  ...section('001 §6.1 Detecting Failures', {
    'R001-41': 'An error of the agent service is told apart from a refused result and recorded as such.',
    'R001-42': "Whether tests pass is judged by Baton's own proof, never by words in a session's output.",
  }),
  ...section('001 §6.2 Recovery Strategies', {
    'R001-43': 'A test that does not compile or cannot be collected is tried again with the error in the package.',
    'R001-44': 'A test that passes at once is refused and tried again with the instruction to check its assertions.',
    'R001-45':
      'An implementation that breaks other tests goes back to red and is tried again with the list of broken tests.',
    'R001-46':
      'A refactoring that breaks tests goes back to green and is tried again; after the last attempt green is kept.',
  }),
  ...section('001 §6.3 Implementing Retries', {
    'R001-47': 'A phase takes up to 4 attempts by default, 1 and 3 retries.',
    'R001-48':
      'The package of a retry carries the refusal reasons, the offending output or paths, and the attempt number.',
    'R001-49': 'A rate limit, overload or network error waits 1, 2, 4 ... seconds and uses up no attempt.',
    'R001-50':
      'After the last attempt the run waits for a person, who may retry with a hint, skip the test, roll back or abort.',
    'R001-51': 'The note records last_phase_result with success and errors, and retry_count.',
  }),
  ...section('001 §8.3 Key Success Factors', {
    'R001-52': 'The fields of the note follow one schema in snake_case.',
    'R001-53': 'The phase commit and the journal entry are durable before the next session starts.',
    'R001-54': 'Test reports of every framework are read into one form with test ids, outcomes and failure messages.',
  }),
  ...section('001 §9 Open Questions for Implementation', {
    'R001-55': 'The session id is kept in the journal and the note.',
    'R001-56': 'Two runs go on in parallel, each on its own branch; the cycles inside one run are sequential.',
    'R001-57':
      'Any phase can ask for approval; the run waits without a process, and the answer works once for exact content.',
    'R001-58': 'A run rolls back to any of its recorded phase commits, nothing is deleted and the journal records it.',
    'R001-59': 'The test framework and its command are detected and can be overridden in `baton.yaml`.',
  }),
  ...section('001 Appendix A: SDK Message Types Reference', {
    'R001-60': 'The start of a session is recorded with its session id and its end with the outcome.',
    'R001-61': "Text and tool calls of an agent appear in the session's live stream as normalised messages.",
    'R001-62': "Tool results appear in the session's live stream with success or error.",
    'R001-63': 'Service errors appear in the live stream, a rate limit told apart from other errors.',
  }),
  ...section('001 Appendix B: Git Notes Helper Tools for TDD', {
    'R001-64': 'MCP tool `read_handoff_state` gives the workflow state of a commit.',
    'R001-65':
      'MCP tool `write_handoff_state` records a phase result as a claim, and no claim changes the state of a run.',
    'R001-66': 'MCP tool `get_next_test` gives the first open item of the list.',
    'R001-67': 'MCP tool `mark_test_complete` ticks nothing that evidence does not show as complete.',
    'R001-68': 'MCP tool `run_test_suite` runs the tests and gives a structured report.',
    'R001-69': 'MCP tool `check_test_failure` says whether one named test fails, and how.',
    'R001-70': 'MCP tool `check_all_pass` says whether every test passes, with counts.',
    'R001-71': "MCP tool `git_commit_phase` commits a phase only through its gates, with the phase's message form.",
    'R001-72': 'MCP tool `git_notes_push` pushes the notes to the configured remote.',
  }),

  // 002: Chariot, agent results and their routing
  ...section('002 Standard Handoff Format', {
    'R002-01':
      'The result of an agent is the last fenced JSON block of its output file or stdout, or its structured output.',
    'R002-02':
      'output_type, timestamp, capability_directory, capability_type and the skill and source file lists are read and kept.',
    'R002-03': 'A missing result counts as `complete` with no claims.',
    'R002-04': 'A `blocked` result without `blocked_reason` is refused.',
    'R002-05': 'A `blocked` result with a missing or empty `attempted` is refused.',
    'R002-06': 'A `blocked` result whose `handoff.next_agent` is not null is refused.',
    'R002-07': 'In a `complete` result `handoff.next_agent` is a suggestion; the workflow decides who is next.',
  }),
  ...section('002 Field Descriptions: status', {
    'R002-08': "`complete` lets the phase's gates be judged and the run go on when they pass.",
    'R002-09': '`blocked` completes no phase and is routed by its `blocked_reason`.',
    'R002-10': '`needs_review` opens an approval ask before the next phase starts.',
    'R002-11': '`needs-review` and `in-progress` are read like their underscore forms, which are the ones written.',
    'R002-12': 'A status other than the three is refused with an error that names them.',
  }),
  ...section('002 Field Descriptions: blocked_reason', {
    'R002-13': '`security_concern` routes to security-lead.',
    'R002-14': '`architecture_decision` routes to capability-lead.',
    'R002-15': '`missing_requirements` opens a question for a person.',
    'R002-16': '`test_failures` routes to capability-tester.',
    'R002-17': '`out_of_scope` opens a question for a person.',
    'R002-18': '`unknown` opens a question for a person.',
    'R002-19': 'A `blocked_reason` other than the six is refused with an error that names them.',
    'R002-20': 'The routing table is data and a project changes it under `routing` in `baton.yaml`.',
  }),
  ...section('002 Example Handoffs', {
    'R002-21': 'In workflow `capability` brainstorming hands to discovery, played by Explore.',
    'R002-22': 'In workflow `capability` discovery hands to architecture, played by capability-lead.',
    'R002-23': 'In workflow `capability` architecture hands to implementation, played by capability-developer.',
    'R002-24':
      'In workflow `capability` implementation hands to review, played by capability-reviewer, once its completion is checked.',
    'R002-25': 'In workflow `capability` review hands to testing, played by test-lead.',
    'R002-26': 'output_file, artifacts, files_modified and verification of a result are read and kept.',
    'R002-27': "The routed agent's package carries the blocked agent's reason, what it attempted and its context.",
    'R002-28': 'Every example result of the format is read as valid.',
  }),
  ...section('002 Handling Handoffs: On Receiving Handoff', {
    'R002-29': "The next package carries the previous result's context under the name of its phase, marked as a claim.",
    'R002-30': 'The next package lists the files modified.',
  }),
  ...section('002 Handling Handoffs: Validating Handoffs', {
    'R002-31': 'A result without `status` is refused.',
    'R002-32': 'A missing `agent` or `phase` of a result is filled in from the session.',
    'R002-33': 'A result with neither `summary` nor `handoff.context` is refused.',
    'R002-34': 'A result that ends the workflow with next_phase `complete` needs no `handoff.context`.',
    'R002-35': 'An unreadable result is tried again twice with the schema error, then judged by the evidence alone.',
  }),

  // 003: Domain Zero, the handoff protocol
  ...section('003 Overview', {
    'R003-01': 'A handoff is declared in an `.agent.md` file, and an undeclared one is refused by name.',
    'R003-02': 'The receiving agent gets every declared context field without asking for it.',
  }),
  ...section('003 Handoff Architecture', {
    'R003-03': '`.protocol-state/project-state.json` is exported with every handoff of the run.',
    'R003-04': 'Every handoff goes through Baton; no agent starts another.',
    'R003-05': 'An agent raises a trigger in its result, and the journal records it as `trigger.raised`.',
  }),
  ...section('003 YAML Frontmatter Structure', {
    'R003-06': 'The front matter of an `.agent.md` file is parsed with target, name and its list of handoffs.',
    'R003-07': 'An `.agent.md` file without a `handoffs` section is a validation error.',
    'R003-08': 'A handoff without `agent` is a validation error that names the file.',
    'R003-09':
      'A Domain Zero handoff without a trigger, or with one that does not match `^@[a-z-]+$`, is a validation error.',
    'R003-10': 'A Domain Zero handoff whose `context` is missing or no list of field names is a validation error.',
    'R003-11':
      'The VS Code dialect `{label, agent, prompt, send, model}` is read, with keys of both dialects mixed too.',
    'R003-12': 'An exported agent file writes the union of both dialects, so one file serves both.',
    'R003-13': '`.claude/agents/*.md` files are read with name, description, tools and model.',
  }),
  ...section('003 Handoff Triggers: Standard Trigger Keywords', {
    'R003-14': '`@security-review` goes from yuuji to megumi.',
    'R003-15': '`@user-review` goes from yuuji to gojo and opens an approval for a person.',
    'R003-16': '`@remediation-required` goes from megumi to yuuji.',
    'R003-17': '`@re-review` goes from yuuji to megumi.',
    'R003-18': '`@approved` goes from megumi to gojo and ends the review.',
    'R003-19': '`@brief-implementation` goes from gojo to yuuji.',
    'R003-20': '`@brief-security` goes from gojo to megumi.',
    'R003-21': '`@brief-design` goes from gojo to nobara.',
    'R003-22': '`@implement-design` goes from nobara to yuuji.',
    'R003-23': '`@security-ux-review` goes from nobara to megumi.',
    'R003-24': "`@escalate` goes from any agent to gojo, whatever the agent's list says.",
  }),
  ...section('003 Handoff Triggers: Custom Triggers', {
    'R003-25': '`.protocol-state/custom-triggers.json` adds triggers with source, target, context and description.',
    'R003-26': 'A malformed custom trigger is a validation error that names the trigger.',
  }),
  ...section('003 Context Transfer: File References', {
    'R003-27': '`files_modified`, `files_created` and `files_deleted` are lists of paths.',
  }),
  ...section('003 Context Transfer: Tier Information', {
    'R003-28': '`tier_level` is `rapid`, `standard` or `critical`.',
    'R003-29': '`tier_requirements` holds test kinds, the depth of security review and whether benchmarks are needed.',
  }),
  ...section('003 Context Transfer: Implementation Scope', {
    'R003-30': '`implementation_scope` is a text; `feature_requirements` and `acceptance_criteria` are lists of texts.',
  }),
  ...section('003 Context Transfer: Test Coverage', {
    'R003-31': '`test_coverage` holds percentages from 0 to 100 for statements, branches, functions and lines.',
    'R003-32': '`test_types` is a list of names, and `test_results` counts total, passed, failed and skipped.',
  }),
  ...section('003 Context Transfer: Security Findings', {
    'R003-33':
      '`security_findings` lists findings with sec_id, severity, category, description, location and recommendation.',
    'R003-34': '`remediation_required` is a boolean; `sec_ids` and `verification_criteria` are lists of texts.',
  }),
  ...section('003 Context Transfer: Project State', {
    'R003-35':
      '`project_state` holds the status and counts of active features, pending reviews and open security issues.',
    'R003-36': '`current_tasks` and `protocol_updates` are lists of texts.',
  }),
  ...section('003 Implementation Patterns', {
    'R003-37': 'The security review starts only after a person has approved the implementation.',
    'R003-38': "`files_modified` comes from the diff and the test results from the proof, not from an agent's words.",
    'R003-39': 'Security review is part of `standard` and `critical` runs, and a `rapid` run goes without it.',
    'R003-40': '`@escalate` carries violation_type, severity, agent_name and timestamp.',
    'R003-41': '`@brief-implementation` carries project_state, current_tasks, tier_guidance and protocol_updates.',
  }),
  ...section('003 Agent-Specific Handoffs', {
    'R003-42':
      'The package from yuuji to megumi carries files_modified, tier_level, implementation_scope and test_coverage.',
    'R003-43':
      'The package from megumi to yuuji carries security_findings, remediation_required, sec_ids and verification_criteria.',
    'R003-44':
      'The package from nobara to yuuji carries design_specifications, mockups, user_flows and accessibility_requirements.',
    'R003-45': '`@user-review` carries implementation_complete, backup_location and rollback_plan.',
  }),
  ...section('003 Security Considerations: Context Sanitization', {
    'R003-46': 'A secret in a context value is redacted as `[redacted: kind]`, and the redaction is recorded.',
    'R003-47': 'Values under keys that name passwords, API keys or credentials are redacted whatever they look like.',
    'R003-48': 'With `redaction: refuse` a context that holds a secret is refused.',
  }),
  ...section('003 Security Considerations: Authorization Hierarchy', {
    'R003-49': 'yuuji hands to megumi and gojo only.',
    'R003-50': 'megumi hands to yuuji and gojo only.',
    'R003-51': 'nobara hands to yuuji and megumi only, but for `@escalate`.',
    'R003-52': 'gojo hands to every agent.',
    'R003-53':
      "A session's change of `CLAUDE.md` is refused with `protected_file` unless the project's configuration allows it.",
  }),
  ...section('003 Security Considerations: Context Integrity', {
    'R003-54': 'A context is read-only once generated: the receiving agent changes neither it nor what was recorded.',
    'R003-55': 'The context of every handoff is recorded in the journal for audit.',
  }),
  ...section('003 Testing Handoffs', {
    'R003-56':
      'A handoff that lacks a declared context field is refused at the sender with an error that names the field.',
    'R003-57':
      'A `standard` run of `domain-zero` goes from briefing over approval and review to its end, no field missing.',
  }),
  ...section('003 Testing Handoffs: Validation Script', {
    'R003-58':
      '`baton agents validate` reports agents without handoffs, bad triggers and unknown target agents, and fails on any.',
    'R003-59': '`baton agents validate` reports context fields that are not documented.',
    'R003-60': '`baton agents validate` reports a cycle with no way out; a bounded cycle with an exit is legal.',
  }),
  ...section('003 Example: Complete Handoff Flow', {
    'R003-61':
      'A finding goes from review to fix to re-review with its criteria, and closes when each criterion is verified.',
    'R003-62':
      'After `@approved` project-state.json has feature status `COMPLETE`, security_reviewed true and open issues 0.',
  }),
  ...section('003 Appendix: Handoff Event Schema', {
    'R003-63':
      'A handoff exports as an event with unique event_id, ISO timestamp, source_agent, target_agent, trigger and context.',
    'R003-64':
      "An exported event of the protocol's four agents is valid against its JSON Schema; other agents are refused by name.",
    'R003-65':
      'Statuses export as three: completed; failed for failed, rejected, expired and cancelled; pending for the rest.',
  }),

  // 004: T-007, AgentHandoffCoordinator
  ...section('004 §1 Overview', {
    'R004-01': 'The target API works as shown: `handoff.toJSON()` gives a plain object that `parseHandoff` reads back.',
    'R004-02': 'A received package can be handed on as the context of a further handoff.',
    'R004-03':
      'A handoff prepared by one tool is listed, accepted and completed by another through the `handoff_*` MCP tools.',
    'R004-04': 'Every status change of a stored handoff is kept, so its history can be shown.',
  }),
  ...section('004 §2.1 AgentId', {
    'R004-05': 'Any non-empty agent name is allowed, the ten of the examples among them.',
  }),
  ...section('004 §2.1 HandoffPriority, §4 priority levels', {
    'R004-06': 'A priority is `immediate`, `normal` or `background`.',
  }),
  ...section('004 §2.1 HandoffStatus', {
    'R004-07': 'A status is pending, accepted, in_progress, rejected, completed, failed, cancelled or expired.',
  }),
  ...section('004 §2.1 HandoffContext', {
    'R004-08':
      'A context carries sessionId, artifacts, workingDirectory, userRequest, decisions and custom data, all optional.',
    'R004-09': 'Unknown extra fields of a context and a package are kept.',
  }),
  ...section('004 §2.1 HandoffInstructions', {
    'R004-10':
      'Instructions carry task, expectedOutput, constraints, focusAreas, avoid and deadline, and only task is required.',
  }),
  ...section('004 §2.2 prepareHandoff, §4 required fields and execution trace', {
    'R004-11':
      '`prepareHandoff` gives a package with an id of its own, both agents, version `1.0.0` and status pending.',
    'R004-12': '`prepareHandoff` sets priority normal unless one is given.',
    'R004-13': '`prepareHandoff` sets an expiry of 60 minutes after creation unless `expirationMinutes` is given.',
    'R004-14':
      '`prepareHandoff` turns instructions given as text into a task and keeps an instructions object as given.',
    'R004-15': '`prepareHandoff` packs a snapshot of the given trace, and none where no trace is given.',
    'R004-16': '`prepareHandoff` keeps the given metadata.',
    'R004-17': 'A prepared package is a deep-frozen copy: later changes to what was given do not reach it.',
    'R004-18': 'The Dates of a prepared package cannot be changed through it.',
    'R004-19': '`prepareHandoff` refuses a request of the wrong shape with an error that names the field.',
  }),
  ...section('004 §2.2 parseHandoff, §4 parse and version check', {
    'R004-20': '`parseHandoff` reads a JSON string and an object alike.',
    'R004-21': '`parseHandoff` restores createdAt, expiresAt and instructions.deadline as Dates.',
    'R004-22':
      '`parseHandoff` refuses a package without a version with "missing version", before it looks at the shape.',
    'R004-23':
      '`parseHandoff` refuses another major version with "Incompatible handoff version" and accepts other minor versions.',
    'R004-24': '`parseHandoff` refuses a package of the wrong shape with an error that names the field.',
    'R004-25': '`parseHandoff` lets the SyntaxError of text that is not JSON through.',
  }),
  ...section('004 §2.2 register, get', {
    'R004-26':
      '`register` keeps a package under its id; `get` gives that very package, and undefined for an unknown id.',
  }),
  ...section('004 §2.2 updateStatus', {
    'R004-27': '`updateStatus` stores the new status and returns true.',
    'R004-28': '`updateStatus` returns false for an unknown id.',
    'R004-29': "`updateStatus` replaces the stored package and leaves the caller's object as it was.",
    'R004-30':
      '`updateStatus` allows any status from pending, and from a terminal status changes nothing and returns false.',
  }),
  ...section('004 §2.2 isExpired, §4 expiration', {
    'R004-31':
      '`isExpired` is true after expiresAt; it is false at that very moment, before it, and where there is none.',
    'R004-32': 'The clock is read through global `Date` at call time, so fake timers move it.',
  }),
  ...section('004 §2.2 listPendingForAgent, §4 pending by agent', {
    'R004-33': '`listPendingForAgent` gives the packages for that agent that are pending and not expired.',
    'R004-34': '`listPendingForAgent` sorts by priority, immediate first and background last, then by creation time.',
  }),
  ...section('004 §2.2 clearExpired', {
    'R004-35': '`clearExpired` removes the expired packages, returns how many, and keeps the others.',
    'R004-36': 'The durable store marks expired handoffs `expired` and keeps them.',
  }),
  ...section('004 §2.2 createTraceSnapshot', {
    'R004-37': '`createTraceSnapshot` copies operation, timestamp, durationMs, decisions, metrics, errors and success.',
    'R004-38': 'A snapshot does not change when its trace goes on.',
  }),
  ...section('004 §2.2 toJSON', {
    'R004-39': '`AgentHandoffCoordinator.toJSON` gives a JSON string indented by two spaces.',
    'R004-40': '`JSON.stringify(handoff)` and `parseHandoff` give back an equal package.',
  }),
  ...section('004 §2.2 toMarkdown, §4 markdown summary', {
    'R004-41':
      'The markdown is headed `# Agent Handoff: source → target`, with id, status, priority, creation time and any expiry.',
    'R004-42': 'The markdown shows the task, and constraints and focus areas where there are any.',
    'R004-43': 'The markdown lists artifacts and prior decisions where there are any.',
    'R004-44':
      'The markdown sums up the trace with operation, duration, success and the counts of decisions and errors.',
    'R004-45': 'The markdown leaves out the headings of parts that are empty.',
  }),
  ...section('004 §2.2 agentHandoffCoordinator', {
    'R004-46': '`agentHandoffCoordinator` is a ready instance of the coordinator.',
  }),
  ...section('004 §2.3 Barrel Export', {
    'R004-47': 'The library exports the eight handoff types and the coordinator by name.',
    'R004-48': 'The library exports `ExecutionTrace` with TraceDecision, TraceMetric, TraceError and TraceExportData.',
    'R004-49':
      'The library exports `SummaryFeedbackCoordinator` with OperationStatus, FeedbackItem, Suggestion and SummaryResult.',
  }),
  ...section('004 §3 Test Coverage (ExecutionTrace)', {
    'R004-50':
      'A trace records decisions (point, choice, reason), metrics (name, value, unit) and errors (code, message).',
    'R004-51': 'The success of a trace is false until `complete(true)`.',
    'R004-52':
      '`ExecutionTrace.toJSON` gives an object whose timestamp is the ISO time of the start, with the duration in ms.',
  }),
  ...section('004 §3 Test Coverage', {
    'R004-53': 'The test file of T-007 passes as written, but for its import paths.',
  }),
  ...section('004 §4 Acceptance Criteria', {
    'R004-54': 'The tests cover 100% of the coordinator.',
  }),
  ...section('004 §5 Usage Examples', {
    'R004-55': 'The usage example runs as shown and gives both the JSON string and the markdown summary.',
  }),
];

function section(source: string, sentences: Readonly<Record<string, string>>): readonly Requirement[] {
  return Object.entries(sentences).map(([id, sentence]) => ({ id, source, sentence }));
}
