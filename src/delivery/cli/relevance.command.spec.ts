import { PassThrough, Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { loadEvidenceRule } from '../../evidence/evidence-seed.provider';
import { relevanceStream } from './relevance.command';

const run = async (input: string) => {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const failed = await relevanceStream(Readable.from([Buffer.from(input)]), output, errors, loadEvidenceRule());
  output.end();
  errors.end();
  return { failed, output: await readAll(output), errors: await readAll(errors) };
};

const MARKET = '"market":{"id":"m","question":"Will Iran close the Strait of Hormuz by June?"}';

describe('vedette relevance', () => {
  it('answers each line with relevance, whether it counts, and why', async () => {
    const { failed, output } = await run(
      `{${MARKET},"item":{"id":"i","title":"Iran\u2019s navy threatens to close the Strait of Hormuz","lang":"en"}}\n`,
    );

    expect(failed).toBe(false);
    expect(JSON.parse(output)).toMatchObject({
      market: 'm',
      item: 'i',
      relevance: 1,
      counts: true,
      about: true,
    });
    expect((JSON.parse(output) as { paths: string[] }).paths.join()).toContain('strait-of-hormuz');
  });

  it.each([
    ['{', 'line 1: not JSON'],
    [`{${MARKET}}`, 'line 1: item must be an object'],
    [`{${MARKET},"item":{"id":"i"}}`, 'line 1: item.title must be a string'],
    [
      `{${MARKET},"item":{"id":"i","title":"x","source_type":"radio"}}`,
      'line 1: item.source_type is not a source type',
    ],
  ])('names the fault of a line and continues: %s', async (line, error) => {
    const { failed, output, errors } = await run(`${line}\n{${MARKET},"item":{"id":"j","title":"Rain in Kent"}}\n`);

    expect(failed).toBe(true);
    expect(errors).toContain(error);
    expect(JSON.parse(output)).toMatchObject({
      item: 'j',
      relevance: 0,
      counts: false,
      about: false,
    });
  });
});
