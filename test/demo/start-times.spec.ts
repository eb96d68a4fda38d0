/**
 * The demo as it is delivered, begun at hours in which a market can be asked, end and be sealed between two midnights:
 * its whole past is played, and both verifiers read it at every address.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packagePath } from '../../src/platform/common/package-root';
import { composedSentences, notInRows, withOtherFigures, type Composed } from '../support/composed-sentences';
import { runCommand, startService, until, type ServiceChild } from '../support/service-child';
import { hasTool } from '../support/tools';

jest.setTimeout(900_000);

const PAST_MS = 600_000;
const DAY_MS = 86_400_000;

/** Of composed sentences, those of each demo. */
const KINDS = [
  'change',
  'decision',
  'difference',
  'movers',
  'reliability',
  'story',
  'surge',
  'text for agents',
  'today',
];

/** By how much a clock is moved that is to show this time of day, UTC. */
const shiftTo = (time: string): number => {
  const now = Date.now();
  return (Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}:00Z`) - now) % DAY_MS;
};

describe.each(['01:37', '04:50'])('a demo begun at %s UTC', (time) => {
  const shift = shiftTo(time);
  const folder = mkdtempSync(join(tmpdir(), 'vedette-demo-'));
  const settings = {
    DATA_DIR: folder,
    VEDETTE_DEMO: 'true',
    // Above the number of addresses of a demo.
    LIMIT_PARTNER: '100000',
    XDG_STATE_HOME: folder,
    NODE_OPTIONS: `--require ${packagePath('test', 'support', 'shifted-clock.cjs')}`,
    CLOCK_OFFSET_MS: String(shift),
  };
  let service: ServiceChild;
  let key: string;

  beforeAll(async () => {
    service = await startService(settings);
    await until('its past is played', () => /past of the demo: \d+ ticks/.test(service.words()), {
      everyMs: 1_000,
      withinMs: PAST_MS,
    });
    const issued = await runCommand(['keys', 'issue', '--demo', '--tier', 'partner', '--label', 'a test'], settings);
    key = (JSON.parse(issued.stdout) as { key: string }).key;
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it('is verified at every address', async () => {
    const { code, stdout } = await runCommand(['verify', service.baseUrl, '--key', key], settings);
    expect(stdout.split('\n').filter((line) => /^(?:\w+ +no |WRONG)/.test(line))).toEqual([]);
    expect(stdout).toMatch(/addresses +(\d+) of \1 documents say the same/);
    expect(code).toBe(0);
  });

  it('says no name, number or date that its rows do not hold', async () => {
    const said = await composedSentences((address) =>
      fetch(`${service.baseUrl}${address}`, { headers: { 'x-api-key': key } }),
    );
    const wrong = (all: readonly Composed[]) =>
      all.flatMap((one) => (notInRows(one).length === 0 ? [] : [[one.kind, one.address, ...notInRows(one), one.text]]));

    expect(wrong(said)).toEqual([]);
    expect(said.map(({ kind }) => kind)).toEqual(expect.arrayContaining(KINDS));
    // Were the figures others, most would be named: small ones are in every row by chance.
    const others = said.flatMap((one) => withOtherFigures(one) ?? []);
    expect(wrong(others).length).toBeGreaterThan(others.length / 2);
  });

  it('is verified by the second program', async () => {
    if (!hasTool('python3') || !hasTool('openssl')) return;
    const { stdout } = await promisify(execFile)('python3', [
      packagePath('tools', 'verify.py'),
      service.baseUrl,
      '--key',
      key,
      '--as-of',
      new Date(Date.now() + shift).toISOString(),
    ]);
    expect(stdout).not.toMatch(/^\w+ +no /m);
    expect(stdout).toMatch(/^Figures +yes/m);
  });
});
