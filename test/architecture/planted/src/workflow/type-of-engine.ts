export type Run = import('../engine/run.js').run;
