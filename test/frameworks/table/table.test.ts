import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK_NAMES } from '../../../src/frameworks/registry.ts';
import { CASE_NAMES, type CaseName } from './cases.ts';
import { PROJECTS, projectOf } from './column.ts';
import { COLUMNS, type Column, NOT_IN_TABLE } from './columns.ts';

describe('the table of frameworks and cases', () => {
  it('has a project or a reason in every cell, never both', () => {
    expect(Object.entries(COLUMNS).flatMap(([framework, column]) => faultsOf(framework, column))).toEqual([]);
  });

  it('has a column, or a reason why there is none, for every driver', () => {
    expect([...Object.keys(COLUMNS), ...Object.keys(NOT_IN_TABLE)].sort()).toEqual([...FRAMEWORK_NAMES].sort());
    expect(Object.values(NOT_IN_TABLE).filter((why) => !isSentence(why))).toEqual([]);
  });

  it('uses every project', () => {
    const used = new Set(Object.values(COLUMNS).flatMap((column) => CASE_NAMES.map((name) => projectOf(column, name))));
    const folders = readdirSync(PROJECTS).flatMap((folder) =>
      readdirSync(join(PROJECTS, folder)).map((name) => `${folder}/${name}`),
    );
    expect(folders.filter((path) => !used.has(path))).toEqual([]);
  });

  it('finds out a cell that is neither, one that is both and a reason that is none', () => {
    const notApplicable = { passing: 'Go cannot pass.', todo: 'no', 'same-name': 'Go is in two minds.' };
    const empty = { projects: ['nowhere'], tells: {}, ids: {}, again: 'never' } as const;
    expect(faultsOf('x', { ...empty, notApplicable: {} })).toHaveLength(CASE_NAMES.length);
    expect(faultsOf('x', { ...empty, projects: ['go'], notApplicable })).toEqual([
      'x, passing: there is a project and a reason why there is none',
      'x, todo: the reason is no sentence',
      'x, focused: there is neither a project nor a reason why there is none',
      'x, same-name: there is a project and a reason why there is none',
      'x, unhandled: there is neither a project nor a reason why there is none',
    ]);
  });
});

function faultsOf(framework: string, column: Column): string[] {
  return CASE_NAMES.flatMap((name) => faultOf(column, name).map((fault) => `${framework}, ${name}: ${fault}`));
}

function faultOf(column: Column, name: CaseName): string[] {
  const [project, why] = [projectOf({ projects: column.projects }, name), column.notApplicable[name]];
  if (project === undefined && why === undefined) return ['there is neither a project nor a reason why there is none'];
  // A format may lack what the framework has that writes it.
  const own = project?.startsWith(`${column.projects[0]}/`) === true && column.projects.length === 1;
  if (own && why !== undefined) return ['there is a project and a reason why there is none'];
  return why === undefined || isSentence(why) ? [] : ['the reason is no sentence'];
}

function isSentence(text: string): boolean {
  return /^.{10,}\.$/.test(text);
}
