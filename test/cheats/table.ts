import { table } from '../../src/workflow/document.ts';

/** What kind of scene a test plays. */
export type SceneKind =
  | {
      readonly family: string;
      readonly isWeak: boolean;
      /** Caught by a suspicion alone. */
      readonly isSuspected: boolean;
      /** Known to get through on weak evidence. */
      readonly isUnseen: boolean;
    }
  | { readonly theme: string };

/** A scene that was played, and whether it came out as it should. */
export interface Outcome {
  readonly scene: SceneKind;
  readonly isGood: boolean;
}

/** What came of all scenes, as tables of Markdown. */
export function drawOutcomes(outcomes: readonly Outcome[]): string {
  const cheats = outcomes.flatMap(({ scene, isGood }) => ('family' in scene ? [{ ...scene, isGood }] : []));
  const honest = outcomes.flatMap(({ scene, isGood }) => ('theme' in scene ? [{ ...scene, isGood }] : []));
  const head = ['cheats', 'played', 'caught', 'of these only suspected', 'missed', 'weak evidence: caught'];
  return [
    table(head, [...groups(cheats, 'family').map(cheatRow), cheatRow(['all', cheats])]),
    table(
      ['honest runs', 'played', 'passed', 'false alarms'],
      [...groups(honest, 'theme').map(honestRow), honestRow(['all', honest])],
    ),
  ].join('\n\n');
}

function groups<Key extends string, One extends Readonly<Record<Key, string>>>(
  list: readonly One[],
  key: Key,
): [name: string, members: One[]][] {
  const names = [...new Set(list.map((one) => one[key]))];
  return names.map((name) => [name, list.filter((one) => one[key] === name)]);
}

type PlayedCheat = Extract<SceneKind, { family: string }> & { readonly isGood: boolean };

function cheatRow([name, all]: [string, readonly PlayedCheat[]]): string[] {
  const [weak, strong] = [all.filter(({ isWeak }) => isWeak), all.filter(({ isWeak }) => !isWeak)];
  const caught = strong.filter(({ isGood }) => isGood);
  const caughtWeakly = weak.filter(({ isGood, isUnseen }) => isGood && !isUnseen);
  return [
    name,
    String(strong.length),
    String(caught.length),
    String(caught.filter(({ isSuspected }) => isSuspected).length),
    String(strong.length - caught.length),
    weak.length === 0 ? '-' : `${caughtWeakly.length} of ${weak.length}`,
  ];
}

function honestRow([name, all]: [string, readonly { readonly isGood: boolean }[]]): string[] {
  const passed = all.filter(({ isGood }) => isGood).length;
  return [name, String(all.length), String(passed), String(all.length - passed)];
}
