export * from '../cli/main.ts';
