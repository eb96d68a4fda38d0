/** Commands of README and docs/ that need a service and its database, as their reader would paste them. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '../support/manual-clock';
import type { TestApp } from '../support/app-harness';
import { runSnippet, snippet, type SnippetRun } from '../support/docs-snippet';
import { settleMarketA, startForecastApp } from '../support/forecast-app';
import { importedWorld } from '../support/imported-world';
import { needing } from '../support/tools';

jest.setTimeout(120_000);

const START = Date.UTC(2026, 6, 1, 12) * 1000;

needing('bash', 'curl', 'jq', 'python3', 'sha256sum').describe('docs', () => {
  const clock = new ManualClock(START);
  let test: TestApp;

  beforeAll(async () => {
    test = await startForecastApp(clock);
    await settleMarketA(test, clock);
  });

  afterAll(() => test.close());

  const first = async (path: string, key: string): Promise<string> => {
    const [row] = (await (await test.get(path)).json()) as Record<string, string>[];
    return row?.[key] ?? '';
  };

  const database = (): Record<string, string> => {
    const { uri, username, password } = test.graph.connection;
    return { NEO4J_URI: uri, NEO4J_USERNAME: username, NEO4J_PASSWORD: password };
  };

  const run = (
    name: string,
    page: string,
    env: Readonly<Record<string, string>> = {},
    prepare: (folder: string) => void = () => undefined,
  ): Promise<SnippetRun> => {
    return runSnippet(`set -e\n${snippet(name, page)}`, { B: test.baseUrl, ...database(), ...env }, { prepare });
  };

  it('data.md: derived fields of a row can be recomputed', async () => {
    const script = `
import json, math, os, urllib.request
from datetime import datetime
at = lambda text: datetime.fromisoformat(text.replace("Z", "+00:00"))
rows = urllib.request.urlopen(os.environ["B"] + "/api/dataset/records.jsonl").read().decode().splitlines()
for line in rows:
    record = json.loads(line)
    r, p = record["resolution"], record["prediction"]
    took = at(r["resolved_at"]) - at(p["made_at"])
    microseconds = (took.days * 86400 + took.seconds) * 1000000 + took.microseconds
    exec(os.environ["CODE"])
    assert [outcome, brier, days] == [r["outcome"], r["brier_score"], r["days_to_resolution"]], [outcome, brier, days, r]
    assert canonical == line, canonical
print(len(rows))`;
    const code = snippet('follows', 'data');
    expect(await runSnippet(script, { B: test.baseUrl, CODE: code }, { program: 'python3' })).toMatchObject({
      code: 0,
      out: '1\n',
    });
  });

  it('models.md: questions, score and export of a model of one’s own', async () => {
    const answers = `python3 - <<'CODE'\n${snippet('price-as-model', 'models')}CODE\n`;
    const script = `set -e\n${answers}${snippet('own-model', 'models')}`;
    const { code, out, folder } = await runSnippet(script, { B: test.baseUrl });

    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/price, arm A: 1 answer[^]*skill against the price 0\.0000/),
    ]);
    for (const written of ['questions.jsonl', 'events.jsonl']) expect(existsSync(join(folder, written))).toBe(true);
  });

  it('models.md: imports, and the schema of one line', async () => {
    const world = importedWorld({ markets: 6 });
    const { code, out } = await run('import', 'models', {}, (into) => {
      for (const [name, text] of Object.entries(world)) writeFileSync(join(into, `${name}.jsonl`), text as string);
    });

    expect([code, out]).toEqual([0, expect.stringContaining('"$schema"')]);
    expect(await first('/api/receipts?population=import:earlier', 'population')).toBe('import:earlier');
  });

  it('tutorial.md: one question from its reports to its proof', async () => {
    const steps = ['question', 'reports', 'forecast', 'outcome', 'proof'].map((name) => snippet(name, 'tutorial'));
    const { code, out } = await runSnippet(`set -e\n${steps.join('\n')}`, { B: test.baseUrl, ...database() });

    expect([code, out.split('\n')]).toEqual([
      0,
      expect.arrayContaining([
        'Will A happen?',
        expect.stringMatching(/^YES bought at 0\.42, gain \d+(\.\d+)? USD$/),
        '{"score":0,"source_types":[]}',
        expect.stringMatching(/^2026-07-01T12:00:00\.\d{6}Z: price 0\.41, model 0\.6$/),
        'Two independent kinds of source say so, and the price has not moved.',
        expect.stringContaining('"outcome":"YES"'),
        '1',
        expect.stringMatching(/^Verified: trade "t-/),
      ]),
    ]);
  });

  it('data.md: the comparison to quote, from the rows', async () => {
    const { code, out } = await runSnippet(snippet('quoted', 'data'), { B: test.baseUrl }, { program: 'python3' });
    const pairs = [...out.matchAll(/^\w+ (\S+) stated (\S+)$/gm)].map(([, own, stated]) => [
      Number(own),
      Number(stated),
    ]);

    expect([code, pairs.length]).toEqual([0, 3]);
    expect(pairs[0]?.[0]).toBe(pairs[0]?.[1]);
    // The scores of so few markets are not stated.
    expect(pairs[1]).toEqual([expect.closeTo(0.16, 9), NaN]);
    expect(pairs[2]?.[0]).toBeGreaterThan(0);
  });

  it('http.md: an endpoint added, listed, tried, put on again, and removed', async () => {
    // There is no server at the address of the page: the attempt fails, and the other commands still run.
    const script = `${snippet('webhooks', 'http')}\nnode bin/vedette.js webhooks list`;
    const { code, out } = await runSnippet(script, { ...database(), UPSTREAM_PRIVATE_HOSTS: 'receiver.example:443' });

    expect([code, out]).toEqual([0, expect.stringContaining('"url":"https://receiver.example/hook"')]);
    expect(out).toContain('whsec_');
    expect(await test.graph.graph.statement('MATCH (w:WebhookEndpoint) RETURN w')).toEqual([]);
  });
});
