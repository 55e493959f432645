// Records `baton demo` as an animated SVG for the README: what a real run prints, at the pace it prints it (long waits are
// shortened). `npm run recording` writes docs/recording.svg again.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const COLUMNS = 100;
const ROWS = 26;
const [CHAR_WIDTH, LINE_HEIGHT, PADDING] = [7.8, 18, 16];
const [MIN_GAP_S, MAX_GAP_S] = [0.12, 0.7];

const COLOURS = {
  time: '#6e7681',
  text: '#c9d1d9',
  plan: '#d2a8ff',
  red: '#ff7b72',
  green: '#7ee787',
  refactor: '#79c0ff',
  run: '#e6edf3',
  ok: '#3fb950',
  NO: '#f85149',
  '??': '#e3b341',
};

const lines = await record();
writeFileSync(join(root, 'docs/recording.svg'), draw(lines));
console.log(`docs/recording.svg: ${lines.length} lines`);

/** What the demo prints of its run, with the seconds after which each line came. */
async function record() {
  const child = spawn(process.execPath, [join(root, 'dist/cli/main.js'), 'demo'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = [];
  let isRun = false;
  for await (const text of createInterface({ input: child.stdout })) {
    const folder = /It happens in (\S+)$/.exec(text)?.[1];
    if (folder !== undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    isRun ||= /^\d\d:\d\d:\d\d {2}/.test(text);
    if (isRun && text === '') break;
    if (isRun) found.push({ text, at: performance.now() / 1000 });
  }
  child.stdout.resume();
  await new Promise((resolve) => child.on('close', resolve));
  return found;
}

function draw(recorded) {
  const shown = [{ text: '$ npx batonpass demo', at: recorded[0].at - 1 }, ...recorded];
  let time = 0;
  const times = shown.map(({ at }, index) => {
    const gap = index === 0 ? 0 : at - shown[index - 1].at;
    time += Math.min(MAX_GAP_S, Math.max(MIN_GAP_S, gap));
    return time;
  });
  const [width, height] = [COLUMNS * CHAR_WIDTH + 2 * PADDING, ROWS * LINE_HEIGHT + 2 * PADDING];
  const rows = shown.map(({ text }, index) => drawLine(text, index, times[index]));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>A run of baton demo: two agents cheat and are refused, the run ends with three tests that pass</title>
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: ${COLOURS.text} }
@media (prefers-reduced-motion: no-preference) { .line { opacity: 0; animation: show 1ms forwards } }
@keyframes show { to { opacity: 1 } }
#screen { animation: scroll ${time.toFixed(2)}s step-end forwards }
@keyframes scroll { ${scrolling(times, time)} }
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<clipPath id="frame"><rect x="0" y="${PADDING / 2}" width="${width}" height="${height - PADDING}"/></clipPath>
<g clip-path="url(#frame)"><g id="screen">
${rows.join('\n')}
</g></g>
</svg>
`;
}

/** The screen moves up a line whenever there is no room for the next. */
function scrolling(times, total) {
  const steps = times.flatMap((at, index) => {
    const above = index + 1 - ROWS;
    return above < 1
      ? []
      : [`${((100 * at) / total).toFixed(2)}% { transform: translateY(-${above * LINE_HEIGHT}px) }`];
  });
  return `0% { transform: none } ${steps.join(' ')}`;
}

function drawLine(text, index, at) {
  const y = PADDING + (index + 0.8) * LINE_HEIGHT;
  const [, time, phase, gap, mark = '', rest] = /^(\d\d:\d\d:\d\d {2})(\w+)( +)(ok|NO|\?\?)?(.*)$/.exec(text) ?? [];
  const spans =
    time === undefined
      ? escapeXml(text)
      : [
          span(time, COLOURS.time),
          span(phase, COLOURS[phase] ?? COLOURS.run),
          gap,
          span(mark, COLOURS[mark]),
          escapeXml(rest),
        ].join('');
  return `<text class="line" style="animation-delay:${at.toFixed(2)}s" x="${PADDING}" y="${y}">${spans}</text>`;
}

function span(text, fill) {
  return text === '' ? '' : `<tspan style="fill:${fill}">${escapeXml(text)}</tspan>`;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
