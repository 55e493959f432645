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
 * | merged    | the branch stands at a merge commit with the proved tree                                    |
 * | is_there  | the branch had everything already                                                           |
 * | moved     | the branch stands elsewhere than when the result was proved: prove it again                 |
 * | dirty     | its work tree has changes that are in no commit                                             |
 * | busy      | its work tree is in the middle of something: a merge, a rebase, a bisection                 |
 * | refused   | git or a hook of the user said no                                                           |
 * | different | the merge came out otherwise than proved, by a hook or a merge driver                       |
 */
export type MergeOutcome =
  | { readonly state: 'merged' | 'is_there'; readonly commit: string; readonly workTree?: string | undefined }
  | { readonly state: 'moved'; readonly at: string | undefined }
  | { readonly state: 'dirty'; readonly workTree: string; readonly paths: readonly string[] }
  | { readonly state: 'busy'; readonly workTree: string }
  | { readonly state: 'refused'; readonly why: string }
  | { readonly state: 'different'; readonly tree: string };
