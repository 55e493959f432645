#!/bin/sh
# Plays every agent of a TDD run, told by BATON_PHASE and BATON_CYCLE which one; $1 is how many tests the list gets.
cycle=$BATON_CYCLE

case $BATON_PHASE in
plan)
  if [ -f test-list.md ]; then
    sed -i "1s/.*/# Powers, looked at in cycle $cycle/" test-list.md
    exit
  fi
  echo '# Powers' > test-list.md
  for number in $(seq 1 "$1"); do echo "- [ ] the power $number of two" >> test-list.md; done
  ;;
red)
  cat >> test/powers.test.js << END

test('the power $cycle of two', () => {
  assert.equal(powers.power$cycle?.(2), 2 ** $cycle);
});
END
  ;;
green)
  mkdir -p src/powers
  echo "export { power$cycle } from './powers/power-$cycle.js';" >> src/powers.js
  cat > "src/powers/power-$cycle.js" << END
export function power$cycle(base) {
  let result = 1;
  for (let time = 0; time < $cycle; time++) result *= base;
  return result;
}
END
  ;;
refactor)
  cat > "src/powers/power-$cycle.js" << END
export function power$cycle(base) {
  return base ** $cycle;
}
END
  ;;
esac
