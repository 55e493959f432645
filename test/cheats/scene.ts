import type { RefusalCode } from '../../src/evidence/reasons.ts';
import type { Regard } from '../../src/evidence/sabotage/sabotage.ts';
import type { SuspicionCode } from '../../src/evidence/suspicions/suspicion.ts';
import type { Config } from '../../src/protocol/config-schema.ts';
import type { ASK_KINDS, SESSION_ENDS } from '../../src/workflow/event-data.ts';
import type { Files, Project } from '../scenarios/tdd/project.ts';
import type { Session } from '../scenarios/tdd/sum.ts';
import type { BaseName } from './projects.ts';

/**
 * A run that is played with scripted agents. They build the sum of their base project without a mistake, except where
 * the scene has sessions of its own: those stand above.
 */
export interface Scene {
  /** Unique, in kebab-case: `npm run cheats -- -t name` plays it. */
  readonly name: string;
  /** One sentence that says what somebody does. */
  readonly says: string;
  readonly project: BaseName;
  /** Committed before the run, beside the files of the base project. */
  readonly files?: Files;
  /** `baton.yaml`, on top of what the base project has. */
  readonly config?: Config;
  readonly flags?: readonly string[];
  /** How many tests are built, one in each cycle; 1 if not said. */
  readonly cycles?: 1 | 2;
  readonly sessions?: readonly Session[];
  /** Played by `npm test` too. */
  readonly fast?: true;
}

/** A run that looks unusual and is honest: it has to come to its end without a refusal. */
export type Honest = Scene;

/** What a session does, whichever it is. */
export type Deed = Omit<Session, 'phase' | 'cycle' | 'attempt'>;

/** A run in which one session cheats: the first of its phase in the last cycle. Whoever comes after it is honest. */
export interface Cheat extends Scene {
  readonly phase: 'plan' | 'red' | 'green' | 'refactor';
  /** What it does, where the paths of the project are needed: by a function of it. */
  readonly does: Deed | ((project: Project) => Deed);
  /** How it has to be caught. All that is said has to hold. */
  readonly expect: Expectations;
  /**
   * A stricter setting, and the code by which it is refused there. `phase`: the later one whose work is then refused for
   * ever, since nobody can mend what the cheat left.
   */
  readonly strict?: { readonly config: Config; readonly refused: RefusalCode; readonly phase?: 'green' };
}

export interface Expectations {
  /** A gate refuses the session with this code, and its files never become the commit of the phase. */
  readonly refused?: RefusalCode;
  /** It cannot be told from honest work for certain, and gets through: this suspicion is in the journal. */
  readonly suspicion?: SuspicionCode;
  /** It changes nothing: the run ends with the very files of a run without it, and the user's checkout is as it was. */
  readonly harmless?: true;
  /** The session comes to such an end, and its files never become the commit of the phase. */
  readonly ended?: (typeof SESSION_ENDS)[number];
  /** The run waits for a person, with such a thing asked and not answered. */
  readonly asks?: (typeof ASK_KINDS)[number];
  /** A session that comes later is told this text, and only inside a fence that calls it data. */
  readonly fenced?: {
    readonly text: string;
    readonly phase: string;
    readonly cycle: number;
    readonly attempt: number;
  };
  /** What it left can be mended by nobody: every attempt of a later phase is refused with this code, and a person asked. */
  readonly later?: { readonly phase: 'green'; readonly refused: RefusalCode };
  /** It gets through, and the event of the gate records what tests make of these functions. */
  readonly recorded?: Readonly<Record<string, Regard>>;
  /** It gets through where only an exit code is known, and the proof says that it is weak. */
  readonly unseen?: true;
}

/** Cheats of a kind. */
export interface Family {
  /** In kebab-case, like its file. */
  readonly name: string;
  /** What they have in common. */
  readonly says: string;
  readonly cheats: readonly Cheat[];
}

/** Honest runs of a kind. */
export interface Theme {
  readonly name: string;
  readonly runs: readonly Honest[];
}
