import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryRepository } from '../repository.ts';
import { type Outcome, runAll, serverScenarios, whyMissing } from './conformance/runner.ts';
import { SCENARIOS } from './conformance/scenarios.ts';
import { drawScenarios, type Tried, withScenarios } from './conformance/table.ts';
import { mountFixtures } from './fixtures.ts';
import { mountFixtures2026 } from './fixtures-2026.ts';
import { startMcp } from './program.ts';
import { serveHere } from './serving.ts';
import { addToken } from './token-proxy.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/mcp.md', import.meta.url));
const missing = SCENARIOS.map(whyMissing).find((why) => why !== undefined);
const name = `the official conformance runner${missing === undefined ? '' : ` (skipped: ${missing})`}`;

describe.skipIf(missing !== undefined)(name, { timeout: 180_000 }, () => {
  const tried: Tried[] = [];

  describe.each(SCENARIOS)('for servers of $revision', (edition) => {
    const { revision, onBaton, onFixtures } = edition;

    function keep(scenario: string, against: string, outcome: Outcome | undefined): void {
      expect(outcome?.complaints, scenario).toEqual([]);
      expect(outcome?.passed, scenario).toBeGreaterThan(0);
      tried.push({ revision, scenario, against, passed: outcome?.passed ?? 0 });
    }

    it('has no scenario that is not known', async () => {
      const known = [...onBaton, ...onFixtures];
      expect([...(await serverScenarios(edition))].sort()).toEqual(known.sort());
    });

    it('finds nothing wrong with baton mcp itself', async () => {
      const { url, clients, end } = await startMcp(temporaryRepository());
      onTestFinished(async () => {
        expect(await end('SIGTERM')).toBe(0);
      });
      const outcomes = await runAll(edition, await addToken(url, clients[0]?.token ?? ''));
      for (const scenario of onBaton) keep(scenario, '`baton mcp --http`', outcomes.get(scenario));
    });

    it('finds nothing wrong with the same server when the fixtures are mounted on it', async () => {
      const { url, tokens } = await serveHere(temporaryRepository(), undefined, {
        also(server) {
          mountFixtures(server);
          mountFixtures2026(server);
        },
      });
      const outcomes = await runAll(edition, await addToken(url, tokens[0] ?? ''));
      for (const scenario of onFixtures) keep(scenario, 'the same with fixtures', outcomes.get(scenario));
      for (const scenario of onBaton) expect(outcomes.get(scenario)?.complaints, scenario).toEqual([]);
    });
  });

  it('is told of in the document, scenario by scenario', () => {
    expect(tried).toHaveLength(SCENARIOS.flatMap(({ onBaton, onFixtures }) => [...onBaton, ...onFixtures]).length);
    const document = readFileSync(DOCUMENT, 'utf8');
    const current = withScenarios(document, drawScenarios(tried, SCENARIOS));
    if (process.env.WRITE_TABLES !== undefined) writeFileSync(DOCUMENT, current);
    else expect(document).toBe(current);
  });
});
