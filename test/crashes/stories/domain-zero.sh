# Plays every agent of the run: `sh domain-zero.sh LOG`. Writes a line into the log for each session, outside of everything
# that Baton looks at, and does the same on a visit however often it is asked. The first review of the design finds
# something, the second sees it settled; then one test and its code are written.
echo "$BATON_PHASE $BATON_VISIT" >> "$1"

# raise TRIGGER CONTEXT [VERIFICATION]
raise() {
  echo "$1"
  printf '{"status": "complete", "summary": "I raise %s.", "handoff": {"trigger": "%s", "context": %s},
    "verification": %s}' "$1" "$1" "$2" "${3:-"{}"}" > "$BATON_OUTPUT"
}

FINDING='{"sec_id": "SEC-001", "severity": "LOW", "category": "A04:2021 - Insecure Design",
  "description": "Nobody says who may add a word", "location": "design.md", "recommendation": "Say who"}'

case "$BATON_PHASE $BATON_VISIT" in
  'briefing 3')
    raise @brief-implementation '{}'
    ;;
  'briefing '*)
    raise @brief-design '{"feature_requirements": ["a word is known"]}'
    ;;
  'design '*)
    echo "Words are asked for, draft $BATON_VISIT." > design.md
    raise @security-ux-review '{"user_flows": ["ask for a word"], "security_concerns": ["who adds words"]}'
    ;;
  'ux-review 1')
    echo 'SEC-001: who may add a word?' > security-review.md
    raise @approved "{\"security_findings\": [$FINDING], \"verification_criteria\": [\"The design says who\"]}"
    ;;
  'ux-review '*)
    echo 'SEC-001 is settled.' > security-review.md
    raise @approved '{}' '{"The design says who": true}'
    ;;
  implement*)
    mkdir -p t
    printf '# one is known\ngrep -q "^one$" words\n' > t/one.t
    echo one > words
    raise @user-review '{"implementation_scope": "One word", "implementation_complete": true}'
    ;;
esac
