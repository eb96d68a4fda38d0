import { Readable, Writable } from 'node:stream';
import { canonicalizeStream } from './canonicalize.command';

const run = async (input: Buffer[], options: { lines?: boolean; sha256?: boolean }) => {
  const written = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      write(chunk: Buffer, _, done) {
        written[name] += chunk.toString();
        done();
      },
    });
  const failed = await canonicalizeStream(Readable.from(input), into('stdout'), into('stderr'), options);
  return { ...written, failed };
};

describe('vedette canonicalize', () => {
  it('writes one value and adds no newline', async () => {
    const result = await run([Buffer.from('{"b":1,\n'), Buffer.from('"a":"ü"}\n')], {});

    expect(result).toEqual({ stdout: '{"a":"\\u00fc","b":1}', stderr: '', failed: false });
  });

  it('prints the digest instead with --sha256', async () => {
    const { stdout } = await run([Buffer.from(' {} ')], { sha256: true });

    expect(stdout).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });

  it('takes one value a line with --lines, across chunks and inside a character', async () => {
    const bytes = Buffer.from('[1, 2]\r\n"€"\n3');

    const { stdout, failed } = await run(
      [...bytes].map((byte) => Buffer.of(byte)),
      { lines: true },
    );

    expect(stdout).toBe('[1,2]\n"\\u20ac"\n3\n');
    expect(failed).toBe(false);
  });

  it('names a bad line, leaves it blank and continues', async () => {
    const result = await run([Buffer.from('1\nNaN\n\n[2]\n')], { lines: true });

    expect(result.stdout).toBe('1\n\n\n[2]\n');
    expect(result.stderr).toMatch(/^line 2: .*\nline 3: .*\n$/);
    expect(result.failed).toBe(true);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a byte order mark', Buffer.from('\ufeff1')],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['two values', Buffer.from('1 2')],
  ])('refuses %s', async (_, bytes) => {
    const result = await run([bytes], {});

    expect(result.failed).toBe(true);
    expect(result.stdout).toBe('');
    expect(result.stderr).not.toBe('');
  });
});
