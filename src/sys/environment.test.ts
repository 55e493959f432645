import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { homeVariables } from './environment.ts';

it('a tool is led to the folders it needs, as far as they are there', () => {
  const place = temporaryDirectory();
  const folders = { TOOL_HOME: '.no-such-tool' };
  expect(homeVariables(folders, { TOOL_HOME: place })).toEqual({ TOOL_HOME: place });
  expect(homeVariables(folders, { TOOL_HOME: join(place, 'gone') })).toEqual({});
  expect(homeVariables(folders, {})).toEqual({});
});
