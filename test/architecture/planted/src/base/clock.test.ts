// Clean: tests beside the code may import anything.
import { execFileSync } from 'node:child_process';
import { git } from '../store/git.ts';

console.log(execFileSync, git);
