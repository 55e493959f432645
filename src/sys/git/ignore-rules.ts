import { existsSync } from 'node:fs';
import { makePrivatePlace } from '../private-place.ts';
import { removeAll } from '../removal.ts';
import type { Shadow } from '../shadow.ts';
import { type BytePath, pathText } from './byte-path.ts';
import { checkIgnored } from './check-ignore.ts';
import { LINK_MODE, type Listed } from './tree-listing.ts';

/** What the `.gitignore` files of a tree ignore, as git understands them. */
export interface IgnoreRules {
  /** Those of some paths that are ignored; folders end in a slash. */
  ignored(paths: readonly BytePath[]): Promise<ReadonlySet<BytePath>>;
  close(): void;
}

/** The files stand in a directory of their own, so that those of the tree count and not what somebody made of them. */
export function openIgnoreRules(files: ReadonlyMap<BytePath, Listed>, shadow: Shadow): IgnoreRules {
  const rules = new Map([...files].filter(([path, { mode }]) => IGNORE_FILE.test(path) && mode !== LINK_MODE));
  let directory: string | undefined;
  return {
    async ignored(paths) {
      if (rules.size === 0 || paths.length === 0) return new Set();
      if (directory === undefined) {
        directory = makePrivatePlace('baton-rules-');
        await shadow.exportFiles(rules, directory);
      }
      return shadow.ignoredPaths(paths, directory);
    },
    close() {
      if (directory !== undefined) removeAll(directory);
    },
  };
}

/** What a checkout of the user's ignores by everything that git goes by there, and repositories within it. */
export function checkoutIgnoreRules(checkout: string): IgnoreRules {
  return {
    async ignored(paths) {
      if (paths.length === 0) return new Set();
      const own = paths.filter((path) => path.endsWith('/') && existsSync(`${checkout}/${pathText(path)}.git`));
      return new Set([...own, ...(await checkIgnored({ cwd: checkout }, paths))]);
    },
    close: () => undefined,
  };
}

const IGNORE_FILE = /(?:^|\/)\.gitignore$/;
