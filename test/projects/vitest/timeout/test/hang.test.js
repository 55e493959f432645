import { it } from 'vitest';

it('hangs', () => new Promise(() => {}), 100);
