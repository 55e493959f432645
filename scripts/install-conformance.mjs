// Installs the official MCP conformance runners of test/mcp/conformance, and the Node.js they need, about 240 megabytes:
// node scripts/install-conformance.mjs.
import { join } from 'node:path';
import { installPinned, packageOf } from './install-pinned.mjs';

const place = join(import.meta.dirname, '../test/mcp/conformance');
const { dependencies, optionalDependencies } = packageOf(place);
const node = `node-${process.platform}-${process.arch}`;
const wanted = { ...dependencies, ...(node in optionalDependencies ? { [node]: optionalDependencies[node] } : {}) };
installPinned(place, { what: 'conformance runners', wanted });
