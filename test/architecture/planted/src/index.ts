import '../scripts/build.ts';
import 'batonpass/schema';

export { run } from './engine/run.ts';
