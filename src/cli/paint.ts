const STYLES = {
  bold: '1',
  dim: '2',
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  magenta: '35',
  cyan: '36',
} as const;

export type Style = keyof typeof STYLES;

/** Puts a style round a text, where there are colours. */
export type Paint = (text: string, ...styles: readonly Style[]) => string;

export function paintFor(colour: boolean): Paint {
  return (text, ...styles) => {
    if (!colour || styles.length === 0 || text === '') return text;
    return `\u001b[${styles.map((style) => STYLES[style]).join(';')}m${text}\u001b[0m`;
  };
}

/** The colour of a phase: those of `tdd` have one each, all others share one. */
export function styleOfPhase(phase: string): Style {
  return PHASE_STYLES[phase] ?? 'yellow';
}

const PHASE_STYLES: Readonly<Record<string, Style>> = {
  plan: 'blue',
  red: 'red',
  green: 'green',
  refactor: 'magenta',
};
