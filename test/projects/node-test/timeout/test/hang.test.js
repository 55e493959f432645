import { it } from 'node:test';

it('hangs', { timeout: 100 }, () => new Promise((resolve) => setTimeout(resolve, 500)));
