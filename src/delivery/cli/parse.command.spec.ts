import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parseFile } from './parse.command';

/** A stream that collects its input. */
class Sink extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

describe('parseFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-parse-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const run = async (kind: string, content: string | null, output: Writable = new Sink()) => {
    const file = join(folder, 'capture');
    if (content !== null) writeFileSync(file, content);
    const errors = new Sink();
    const failed = await parseFile(kind, content === null ? join(folder, 'absent') : file, output, errors);
    return { failed, output: output instanceof Sink ? output.text : '', errors: errors.text };
  };

  const manifold = (count: number): string =>
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({
        id: `m${index}`,
        question: 'Q?',
        outcomeType: 'BINARY',
      })),
    );

  it('prints one line of JSON a record and nothing else', async () => {
    const { failed, output, errors } = await run('manifold', manifold(2));

    expect([failed, errors]).toEqual([false, '']);
    expect(
      output
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(['m0', 'm1']);
  });

  it('keeps warnings off the standard output', async () => {
    const { failed, output, errors } = await run('manifold', `${manifold(1)}\n{"cut`);

    expect([failed, output.trim().split('\n').length]).toEqual([false, 1]);
    expect(errors).toMatch(/1 lines are not JSON/);
  });

  it.each([
    ['an unknown kind', 'rumours', '{}', /Unknown kind "rumours"/],
    ['a file that is not there', 'manifold', null, /Cannot open .*ENOENT/],
    ['a document that cannot be read', 'manifold', '<html></html>', /HTML or XML where JSON should be/],
  ])('fails with the reason for %s', async (_, kind, content, reason) => {
    const { failed, output, errors } = await run(kind, content);

    expect([failed, output]).toEqual([true, '']);
    expect(errors).toMatch(reason);
  });

  it('ends quietly when the reader has left', async () => {
    const left = new Writable({
      write: (_chunk, _encoding, done) => {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      },
    });

    expect(await run('manifold', manifold(5000), left)).toMatchObject({
      failed: false,
      errors: '',
    });
  });
});
