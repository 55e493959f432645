# Plays every agent of the run: `sh tdd.sh LOG`. Writes a line into the log for each session, outside of everything that
# Baton looks at, and does the same in a phase however often it is asked. Planning needs an answer first.
echo "$BATON_PHASE $BATON_CYCLE" >> "$1"

complete() {
  echo "$1"
  printf '{"status": "complete", "summary": "%s"}' "$1" > "$BATON_OUTPUT"
}

word() {
  case "$BATON_CYCLE" in 1) echo one ;; 2) echo two ;; *) echo three ;; esac
}

case "$BATON_PHASE" in
  plan)
    if [ "$BATON_CYCLE" != 1 ]; then
      complete 'The next one.'
    elif grep -q 'three of them'; then
      printf '# Words\n\n- [ ] one is known\n- [ ] two is known\n- [ ] three is known\n' > test-list.md
      complete 'The short ones first.'
    else
      printf '{"status": "blocked", "blocked_reason": "missing_requirements", "summary": "Something is missing.",
        "attempted": ["Read the request."], "questions": ["How many words?"]}' > "$BATON_OUTPUT"
    fi
    ;;
  red)
    mkdir -p t
    printf '# %s is known\ngrep -q "^%s$" words\n' "$(word)" "$(word)" > "t/$(word).t"
    complete 'Nobody knows it yet.'
    ;;
  green)
    word >> words
    complete 'Written down.'
    ;;
  refactor)
    [ "$BATON_CYCLE" != 2 ] || printf '# Words\n\nThey stand in one file.\n' > README.md
    complete 'Looked at it.'
    ;;
esac
