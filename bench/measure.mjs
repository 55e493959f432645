// Measures alternatives side by side: rounds are interleaved, so that noise hits all of them alike, and medians compared.

/** @param {Record<string, () => unknown>} contenders @returns {Promise<Record<string, number>>} median microseconds per call */
export async function measure(contenders, { rounds = 15, calls = 200, warmup = 2 } = {}) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmup; round < rounds; round++) {
    for (const [name, call] of Object.entries(contenders)) {
      const start = performance.now();
      for (let index = 0; index < calls; index++) {
        const result = call();
        if (result instanceof Promise) await result;
      }
      if (round >= 0) times[name].push(((performance.now() - start) * 1000) / calls);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** One line per contender: time, calls per second, and how it compares with `baseline`. */
export function report(title, medians, baseline) {
  console.log(`\n${title}`);
  for (const [name, microseconds] of Object.entries(medians)) {
    const perSecond = Math.round(1e6 / microseconds).toLocaleString('en');
    const ratio = (microseconds / medians[baseline]).toFixed(2);
    console.log(
      `  ${name.padEnd(44)} ${microseconds.toFixed(1).padStart(10)} us ${perSecond.padStart(10)}/s  x${ratio}`,
    );
  }
}

/** A bar that this run met or missed. Missing one makes the bench exit with 1. */
export function bar(sentence, value, most) {
  judge(value <= most, `${sentence}: x${value.toFixed(2)} (at most x${most})`);
}

export function barAtLeast(sentence, value, least) {
  judge(value >= least, `${sentence}: x${value.toFixed(2)} faster (at least x${least})`);
}

function judge(held, sentence) {
  console.log(`  ${held ? 'held  ' : 'MISSED'} ${sentence}`);
  if (!held) process.exitCode = 1;
}

/** What something adds to a plain call, in milliseconds: a share of it or so much, whichever is more. */
export function barOverhead(sentence, plain, whole, { share = 0.15, ms = 300 } = {}) {
  const [over, most] = [whole - plain, Math.max(share * plain, ms)];
  judge(over <= most, `${sentence}: ${over < 0 ? '' : '+'}${over.toFixed(0)} ms (at most +${most.toFixed(0)} ms)`);
}

/** A figure that must stay below a limit. */
export function barMost(sentence, value, most, unit) {
  judge(value <= most, `${sentence}: ${value.toFixed(0)} ${unit} (at most ${most} ${unit})`);
}
