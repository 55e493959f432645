#!/bin/bash
# The simple orchestrator: runs the agent, commits whatever it left, passes the state on in a git note. It checks nothing.
# A line on standard input starts the next phase; when that is done, a line says how many microseconds it took without
# the agent. Arguments: the project, and the agent's command.
project=$1
agent=$2
notes=refs/notes/tdd-handoffs
cycle=1

cd "$project" || exit 1

read_handoff() {
  git notes --ref="$notes" show HEAD 2> /dev/null || echo '{"phase":"PLAN","cycle":1}'
}

write_handoff() {
  git notes --ref="$notes" add -f -m "$1" HEAD
}

# Arguments: the phase, the prompt, the subject of the commit, the state that is passed on.
run_phase() {
  local state started agent_started agent_ended ended
  read -r || exit 0
  started=${EPOCHREALTIME/./}
  state=$(read_handoff)
  agent_started=${EPOCHREALTIME/./}
  BATON_PHASE=$1 BATON_CYCLE=$cycle sh -c "$agent" <<< "$2 State: $state"
  agent_ended=${EPOCHREALTIME/./}
  git add -A && git commit -m "$3"
  write_handoff "$4"
  ended=${EPOCHREALTIME/./}
  echo $((ended - started - (agent_ended - agent_started))) >&3
}

exec 3>&1 > /dev/null 2>&1
while :; do
  run_phase plan 'You are the Test List Agent. Create a test list.' 'plan: update test list' \
    '{"phase":"PLAN","next_phase":"RED"}'
  run_phase red 'You are the Test Agent. Write a failing test.' 'test: add failing test' \
    '{"phase":"RED","next_phase":"GREEN","test_result":"FAIL"}'
  run_phase green 'You are the Implementing Agent. Make the failing test pass.' 'feat: implement to pass test' \
    '{"phase":"GREEN","next_phase":"REFACTOR","test_result":"PASS"}'
  run_phase refactor 'You are the Refactor Agent. Refactor the code.' 'refactor: improve code quality' \
    '{"phase":"REFACTOR","next_phase":"PLAN"}'
  cycle=$((cycle + 1))
done
