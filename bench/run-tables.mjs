// The tables of `run-cost.mjs`: medians over cycles, phase by phase.
import { median } from './measure.mjs';
import { orchestration, ownParts } from './run-parts.mjs';

const PHASES = ['plan', 'red', 'green', 'refactor'];

/** A phase beside the shell script and where its time goes; gives how many times as long it takes. */
export function tellBeside(files, { shell, phases }) {
  const settled = phases.filter(({ cycle }) => cycle > 1);
  console.log(`\na phase without agent and tests, ${files.toLocaleString('en')} files, medians in ms`);
  console.log(`  ${''.padEnd(10)}   shell    ours           processes started`);
  const sums = { shell: 0, ours: 0 };
  for (const phase of PHASES) {
    const own = settled.filter((one) => one.phase === phase);
    const theirs = median(shell.filter((one) => one.phase === phase && one.cycle > 1).map(({ ms }) => ms));
    const ours = median(own.map(orchestration));
    sums.shell += theirs;
    sums.ours += ours;
    const started = median(own.map(({ programs }) => programs));
    console.log(
      `  ${phase.padEnd(10)} ${column(theirs)} ${column(ours)}  x${(ours / theirs).toFixed(1).padEnd(6)} ${started}`,
    );
  }
  tellShares(settled);
  console.log(`  full runs of the tests in a cycle: ${[...new Set(proofsOf(settled))].join(', ')}`);
  return sums.ours / sums.shell;
}

function tellShares(phases) {
  const names = [...new Set(phases.flatMap(({ parts }) => ownParts(parts).map(([name]) => name)))];
  const spent = names.map((name) => {
    const of = (phase) => phases.filter((one) => one.phase === phase).map(({ parts }) => parts[name] ?? 0);
    return [name, PHASES.reduce((sum, phase) => sum + median(of(phase)), 0) / PHASES.length];
  });
  const whole = spent.reduce((sum, [, ms]) => sum + ms, 0);
  for (const [name, ms] of spent.sort(([, a], [, b]) => b - a)) {
    console.log(`    ${name.padEnd(20)} ${column(ms)}  ${((100 * ms) / whole).toFixed(0).padStart(3)} %`);
  }
}

/** How a run's cost grows: of its package by cycle, of its phases by the last cycles beside another run's first. */
export function tellGrowth({ phases, young }, cycles, window) {
  const last = phases.filter(({ cycle }) => cycle > cycles - window);
  console.log(
    `\ncycle 2 and cycle ${cycles}: tokens of the package, ms of a phase (medians of ${window} cycles, in turn)`,
  );
  const sums = { young: 0, old: 0 };
  let most = 0;
  for (const phase of PHASES) {
    const [early, late] = [2, cycles].map((cycle) => phases.find((one) => one.phase === phase && one.cycle === cycle));
    const [first, then] = [young, last].map((list) =>
      median(list.filter((one) => one.phase === phase).map(orchestration)),
    );
    most = Math.max(most, late.tokens / early.tokens);
    sums.young += first;
    sums.old += then;
    console.log(
      `  ${phase.padEnd(10)} ${early.tokens} -> ${late.tokens} tokens, ${first.toFixed(1)} -> ${then.toFixed(1)} ms`,
    );
  }
  return { tokens: most, growth: sums.old / sums.young };
}

/** How often the whole suite was run in each cycle. */
export function proofsOf(phases) {
  const cycles = new Map();
  for (const { cycle, proofs } of phases) cycles.set(cycle, (cycles.get(cycle) ?? 0) + proofs);
  return [...cycles.values()];
}

function column(ms) {
  return ms.toFixed(1).padStart(7);
}
