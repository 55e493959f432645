// Installs the pinned agent programs of test/agents, hundreds of megabytes: node scripts/install-agents.mjs [--all].
// Without --all only those that are always tried.
import { join } from 'node:path';
import { installPinned, packageOf } from './install-pinned.mjs';

const place = join(import.meta.dirname, '../test/agents');
const { dependencies, devDependencies } = packageOf(place);
const [wanted, flags] = process.argv.includes('--all')
  ? [{ ...dependencies, ...devDependencies }, []]
  : [dependencies, ['--omit=dev']];
installPinned(place, { what: 'agent programs', wanted, flags });
