/** `vedette witness` as operators run it: two of them, each for the other's log, killed and started again. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { leafHash } from '../../src/registry/proofs/merkle-proof';
import { rootOfLeaves } from '../support/root-of-leaves';
import { checkpointText, noteSigner } from '../../src/registry/proofs/signed-note';
import { addCheckpointText } from '../../src/registry/clocks/witnesses/add-checkpoint';
import { cosignatureOf, readWitnessKey } from '../../src/registry/clocks/witnesses/cosignature';
import { snippet } from '../support/docs-snippet';
import { needing } from '../support/tools';
import { runsTypeScript } from '../support/typescript-process';
import { until } from '../support/until';
import { SIGNER, writeLog } from '../support/written-log';

jest.setTimeout(180_000);

const logs = [1, 2].map((n) => noteSigner(`log${n}.example/registry`, Buffer.alloc(32, n)));

interface Running {
  readonly child: ChildProcess;
  readonly vkey: string;
  readonly url: string;
}

describe('vedette witness', () => {
  const children: ChildProcess[] = [];

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const start = async (folder: string, name: string, vkey: string): Promise<Running> => {
    const words = [
      'witness',
      '--key',
      join(folder, 'key'),
      '--name',
      name,
      '--log',
      vkey,
      '--listen',
      '0',
      '--state',
      join(folder, 'state.json'),
    ];
    const child = spawn(process.execPath, [...runsTypeScript('src/delivery/cli/main.ts'), ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let [out, errors] = ['', ''];
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes('\n')) resolve(out.trim());
      });
      child.once('exit', (code) => {
        reject(new Error(`ended with ${code ?? 'a signal'}: ${errors}`));
      });
    });
    const [key = '', url = ''] = line.split(' ');
    return { child, vkey: key, url };
  };

  const leaves = (size: number, word = 'true'): string[] =>
    Array.from({ length: size }, (_, n) => leafHash(`${word} ${n}`));
  const offer = async (to: Running, by: number, size: number, oldSize: number, word = 'true') => {
    const log = logs[by]!;
    const all = leaves(size, word);
    const note = log.sign(checkpointText({ origin: log.name, treeSize: size, rootHash: rootOfLeaves(all) }));
    // Sizes of powers of two: the proof is the root of the second half.
    const proof = oldSize === 0 || oldSize === size ? [] : [rootOfLeaves(all.slice(oldSize))];
    const answer = await fetch(`${to.url}/add-checkpoint`, {
      method: 'POST',
      body: addCheckpointText({ oldSize, proof, note }),
    });
    return { status: answer.status, text: await answer.text(), note };
  };

  it('of two operators cosigns the log of the other, refuses its fork, also after a kill', async () => {
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'vedette-witness-')));
    const [forTwo, forOne] = await Promise.all([
      start(folders[0]!, 'log1.example/witness', logs[1]!.vkey),
      start(folders[1]!, 'log2.example/witness', logs[0]!.vkey),
    ]);
    for (const [witness, by] of [
      [forOne, 0],
      [forTwo, 1],
    ] as const) {
      const { status, text, note } = await offer(witness, by, 4, 0);
      expect(status).toBe(200);
      const key = readWitnessKey(witness.vkey)!;
      expect(cosignatureOf(note + text, key)).toMatchObject({ name: key.name });
      expect((await offer(witness, 1 - by, 4, 0)).status).toBe(404);
    }
    expect((await offer(forOne, 0, 4, 4, 'fork')).status).toBe(422);
    expect((await offer(forOne, 0, 8, 4, 'fork')).status).toBe(422);

    forOne.child.removeAllListeners('exit');
    forOne.child.kill('SIGKILL');
    const again = await start(folders[1]!, 'log2.example/witness', logs[0]!.vkey);
    expect(again.vkey).toBe(forOne.vkey);
    expect((await offer(again, 0, 4, 0, 'fork')).status).toBe(409);
    expect((await offer(again, 0, 8, 4, 'fork')).status).toBe(422);
    expect((await offer(again, 0, 8, 4)).status).toBe(200);
    expect((await offer(again, 0, 8, 8)).status).toBe(200);
  });

  needing('bash', 'curl', 'jq', 'xxd', 'sha256sum').it(
    'accepts a head offered by hand as in docs/clocks.md, cosigns its extensions and refuses a fork',
    async () => {
      const now = Date.now();
      const [log, fork] = [writeLog(now), writeLog(now, { paid: 1 })];
      let [shown, size] = [log, 40];
      const server = createServer(({ url = '' }, response) => {
        const [, first, second] = /consistency\/(\d+)\/(\d+)\.json$/.exec(url) ?? [];
        // The proof of a written log is to its end.
        const path = first === undefined || first === second ? [] : shown.consistency(Number(first));
        response.end(url.endsWith('/checkpoint') ? shown.note(size) : JSON.stringify({ path }));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const B = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const folder = mkdtempSync(join(tmpdir(), 'vedette-witness-'));
      const witness = await start(folder, 'witness.example/w', SIGNER.vkey);
      const offered = async (): Promise<string> =>
        (
          await promisify(execFile)('bash', ['-c', snippet('offer', 'clocks')], {
            cwd: folder,
            env: { ...process.env, B, W: witness.url },
          })
        ).stdout;

      try {
        for (const next of [40, 40, log.records.length]) {
          size = next;
          expect(await offered()).toMatch(/^— witness\.example\/w \S+\n$/);
        }
        shown = fork;
        expect(await offered()).toBe('the tree does not contain the one that was cosigned before\n');
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  );

  needing('bash', 'curl').it('serves two deployments that witness each other as in docs/clocks.md', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-witness-'));
    const servers = await Promise.all(
      logs.map(async ({ vkey }) => {
        const server = createServer((_, response) => response.end(`${vkey}\n`));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        return server;
      }),
    );
    const [A, B] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const command = [process.execPath, ...runsTypeScript('src/delivery/cli/main.ts')].join(' ');
    const script = snippet('each-other', 'clocks')
      .replaceAll('node bin/vedette.js', command)
      .replace(/--listen \d+/g, '--listen 0');
    const child = spawn('bash', ['-c', `trap 'kill $(jobs -p)' EXIT; ${script} read -r stop`], {
      cwd: folder,
      env: { ...process.env, A, B },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const printed = async (name: string): Promise<Running> => {
      await until(
        'a witness says its key',
        () => existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8').endsWith('\n'),
      );
      const [vkey = '', url = ''] = readFileSync(join(folder, name), 'utf8').trim().split(' ');
      return { child, vkey, url };
    };
    try {
      for (const [by, name] of ['for-a', 'for-b'].entries()) {
        const witness = await printed(name);
        expect((await offer(witness, by, 4, 0)).status).toBe(200);
        expect((await offer(witness, by, 8, 4, 'fork')).status).toBe(422);
        expect((await offer(witness, 1 - by, 4, 0)).status).toBe(404);
      }
    } finally {
      child.stdin.end();
      for (const server of servers) server.close();
    }
  });

  it('reports missing options before it listens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-witness-'));
    await expect(start(folder, 'a name with spaces', logs[0]!.vkey)).rejects.toThrow('--name must have no spaces');
    await expect(start(folder, 'w.example', 'log+00000000+AA==')).rejects.toThrow(
      '--log must be the public key of a log',
    );
  });
});
