// Clean: the one room that starts processes.
export { spawn } from 'node:child_process';
