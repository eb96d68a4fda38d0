import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runsTypeScript } from '../../../test/support/typescript-process';

/** Waits until the process exits by itself. */
const started = async (settings: Readonly<Record<string, string>>): Promise<{ code: unknown; words: string }> => {
  const child = spawn(process.execPath, runsTypeScript('src/delivery/cli/main.ts', 'serve'), {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, words };
};

describe('a start that cannot be', () => {
  it('ends with the settings that are wrong', async () => {
    expect(await started({ PORT: 'x', POLLING: 'nope' })).toEqual({
      code: 1,
      words: 'Bad settings:\n  PORT must be a whole number from 0 to 65535\n  POLLING must be true or false\n',
    });
  });

  it('ends with the address that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    expect(await started({ PORT: String(port) })).toEqual({
      code: 1,
      words: `127.0.0.1:${port} is used by another program: stop that, or choose another port (--port or PORT, HOST)\n`,
    });
    other.close();
  });

  it('ends with the folder that takes nothing, before anything begins', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'vedette-serve-')), 'data');
    writeFileSync(dataDir, 'a file');

    expect(await started({ PORT: '0', DATA_DIR: dataDir })).toEqual({
      code: 1,
      words: `The data folder ${dataDir}/live (DATA_DIR) is a file, or lies in one: mend that, or name another\n`,
    });
  });
});
