/** tools/verify.py on files that are changed on the way, without a server. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { packagePath } from '../../src/platform/common/package-root';
import { formatMicros } from '../../src/platform/common/utc-time';

/** One file changed, or with `receipt` or `case` the text of one that was saved. */
export interface ReadChange {
  readonly name: string;
  readonly path?: string;
  readonly body?: Buffer | null;
  readonly receipt?: string;
  readonly case?: string;
}

export interface ReadFate {
  readonly change: string;
  readonly fate: 'caught' | 'unread' | 'missed';
  /** Its output. */
  readonly said: string;
}

/** A process for all that is read, which ends with this one; it keeps no program alive that waits for nothing. */
const openReader = () => {
  const script = packagePath('test', 'support', 'changed-files.py');
  const child = spawn('python3', [script, packagePath('tools', 'verify.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const handles = [child, child.stdin as Socket, child.stdout as Socket];
  const idle = (): void => {
    for (const handle of handles) handle.unref();
  };
  const ask = async (request: object, answers: number): Promise<ReadFate[]> => {
    for (const handle of handles) handle.ref();
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const fates: ReadFate[] = [];
    while (fates.length < answers) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('tools/verify.py ended in the middle: see above');
      fates.push(JSON.parse(value) as ReadFate);
    }
    idle();
    return fates;
  };
  idle();
  return { ask };
};

let reader: ReturnType<typeof openReader> | null = null;
let reading: Promise<unknown> = Promise.resolve();

/** One after the other. @param now UTC ms @param args further arguments */
export const readBySecond = async (
  files: ReadonlyMap<string, Buffer>,
  changes: readonly ReadChange[],
  { vkey, now, args = [] }: { readonly vkey: string; readonly now: number; readonly args?: readonly string[] },
): Promise<ReadFate[]> => {
  const base64 = (body: Buffer | null | undefined): string | null => body?.toString('base64') ?? null;
  const request = {
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, base64(bytes)])),
    changes: changes.map((change) => ({ ...change, body: base64(change.body) })),
    vkey,
    as_of: formatMicros(now * 1000),
    args,
  };
  reader ??= openReader();
  const { ask } = reader;
  const fates = reading.then(() => ask(request, changes.length));
  reading = fates.catch(() => {
    reader = null;
  });
  return fates;
};
