/** A merge that was tried beforehand, and whose result was proved. */
export interface MergeRequest {
  /** The branch that takes the work in, and where it stood when the result was proved. */
  readonly into: string;
  readonly ours: string;
  readonly theirs: string;
  /** The tree that was proved. */
  readonly tree: string;
  readonly message: string;
  readonly at: Date;
  /** Whether the result is one commit on top of the branch, without the history that led to it. */
  readonly squash: boolean;
  /** Whether the user's hooks run. Without a work tree there is nothing they could look at, and none runs. */
  readonly hooks: boolean;
  /** Default: as the user's settings say. */
  readonly sign?: boolean | undefined;
}

/**
 * What became of a merge. Whatever it is, nothing is left half done.
 *
 * | state     | when                                                                                        |
 * |-----------|---------------------------------------------------------------------------------------------|
 * | merged    | the branch is at a merge or squash commit with the proved tree                              |
 * | is_there  | the branch had everything already                                                           |
 * | moved     | the branch is not where it was when the result was proved: prove it again                   |
 * | dirty     | its work tree has changes that are in no commit                                             |
 * | busy      | its work tree is in the middle of something: a merge, a rebase, a bisection                 |
 * | refused   | git or a hook of the user said no                                                           |
 * | different | the merge result differs from the proved tree: a hook or a merge driver changed it          |
 */
export type MergeOutcome =
  | { readonly state: 'merged' | 'is_there'; readonly commit: string; readonly workTree?: string | undefined }
  | { readonly state: 'moved'; readonly at: string | undefined }
  | { readonly state: 'dirty'; readonly workTree: string; readonly paths: readonly string[] }
  | { readonly state: 'busy'; readonly workTree: string }
  | { readonly state: 'refused'; readonly why: string }
  | { readonly state: 'different'; readonly tree: string };

/** The parents of the commit a merge makes. */
export function mergeParents({ ours, theirs, squash }: MergeRequest): string[] {
  return squash ? [ours] : [ours, theirs];
}
