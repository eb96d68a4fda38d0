import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SURGE } from '../../../test/support/forecast-inputs';
import { startModelServer, type ModelServer } from '../../../test/support/model-server';
import { runsTypeScript } from '../../../test/support/typescript-process';
import { canonicalizeText, canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import { buildInput } from '../../forecasting/input/build-input';
import { PROMPT_ID, readInstructions } from '../../forecasting/instructions.provider';
import { servedBundle } from '../../registry/copies/served-document';

jest.setTimeout(180_000);

const { input, words } = buildInput(SURGE);
const model = {
  name: 'claude',
  version: 'x',
  prompt_id: PROMPT_ID,
  prompt_sha256: readInstructions().sha256,
  training_cutoff: null,
};
const served = (id: string): string => {
  const text = canonicalJson({
    schema_version: '2.0.0',
    bundle_id: id,
    made_at: '2026-05-20T00:00:00.000000Z',
    input: { ...input, model },
    prediction: { model: 'claude', probability_yes: 0.4, reasoning: 'Because.' },
  });
  return servedBundle(text, sha256Hex(text), { words: canonicalizeText(JSON.stringify(words)) });
};

describe('vedette reanswer', () => {
  let deployment: Server;
  let asked: ModelServer;
  let forged = false;
  const out = join(mkdtempSync(join(tmpdir(), 'vedette-reanswer-')), 'answers.jsonl');
  const lines = (): Record<string, unknown>[] =>
    readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    asked = await startModelServer();
    asked.answer = () => ({
      reasoning: 'Looking back, the rules decide.',
      probability_yes: 0.7,
      confidence: 0.5,
      direction: 'SKIP',
    });
    deployment = createServer(({ url = '' }, response) => {
      const id = /^\/api\/replay-bundle\/(rb-\w+)$/.exec(url)?.[1];
      if (id === undefined) response.writeHead(404).end();
      else response.end(forged ? served(id).replace('Because.', 'Forged.') : served(id));
    });
    await new Promise<void>((resolve) => deployment.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    asked.close();
    deployment.close();
  });

  /** Output and exit code of the command. */
  const run = async (...given: string[]): Promise<{ told: string; code: number | null }> => {
    const base = `http://127.0.0.1:${(deployment.address() as AddressInfo).port}`;
    const child = spawn(
      process.execPath,
      runsTypeScript(
        'src/delivery/cli/main.ts',
        'reanswer',
        base,
        '--model',
        'gpt',
        '--training-cutoff',
        '2026-01',
        '--out',
        out,
        ...given,
      ),
      { env: { ...process.env, OPENAI_BASE_URL: asked.url, COMPATIBLE_BASE_URL: asked.url } },
    );
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { told, code };
  };
  const both = ['--bundle', 'rb-1', 'rb-2', '--arm', 'B'];

  it('stays within its budget, and continues where it stopped', async () => {
    expect((await run(...both, '--calls', '1')).told).toMatch(
      /1 answers written .*retrospective, not proof.*1 left; 0\.\d{4} USD in all/,
    );
    expect((await run(...both, '--usd', '1', '--price-in', '100', '--price-out', '200')).told).toMatch(
      /1 answers written.*1 were there, 0 left; 0\.\d{4} USD in all/,
    );
    expect((await run(...both, '--calls', '5')).told).toMatch(/0 answers written.*2 were there/);
    expect(asked.prompts).toHaveLength(2);
    expect(lines()).toMatchObject(
      ['rb-1', 'rb-2'].map((id) => ({
        replay_bundle_id: id,
        population: 'retrospective',
        label: 'retrospective, not proof',
        model: 'gpt',
        model_version: 'gpt-6.1-sol',
        training_cutoff: '2026-01',
        arm: 'B',
        probability_yes: 0.7,
      })),
    );
    // This arm has no price.
    for (const prompt of asked.prompts) expect(prompt).not.toMatch(/YES 0\.\d/);
  });

  it('spends no more than it may', async () => {
    expect(await run('--bundle', 'rb-3', '--usd', '0.01', '--price-in', '100', '--price-out', '200')).toMatchObject({
      code: 0,
    });
    expect(asked.prompts).toHaveLength(2);
    const unpriced = await run('--bundle', 'rb-3', '--usd', '1', '--model', 'compatible');
    expect(unpriced.told).toContain('--usd needs --price-in and --price-out');
    expect(unpriced.code).toBe(1);
  });

  it('refuses a bundle whose hash is wrong, and one that was not requested', async () => {
    forged = true;
    const told = await run('--bundle', 'rb-4');
    expect(told.told).toContain('does not match its hash');
    expect(told.code).toBe(1);
    expect((await run()).told).toContain('--day DATE or --bundle ID');
    expect(existsSync(out) && lines().length).toBe(2);
    expect(asked.prompts).toHaveLength(2);
  });
});
