import { git } from '../store/git.ts';

export const store = git;
