import { pathText } from './byte-path.ts';
import { LINK_MODE, type TreeListing } from './tree-listing.ts';

/** The paths of all files in a tree, and which of them are symbolic links. */
export interface TreePaths {
  readonly files: readonly string[];
  readonly links: readonly string[];
}

export function pathsIn({ files }: TreeListing): TreePaths {
  const links = [...files].filter(([, { mode }]) => mode === LINK_MODE).map(([path]) => pathText(path));
  return { files: [...files.keys()].map(pathText), links };
}
