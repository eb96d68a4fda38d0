import { PassThrough, Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { loadResolver } from '../../ontology/resolver.provider';
import { tagStream } from './tag.command';

const tag = async (input: string) => {
  const output = new PassThrough();
  const errors = new PassThrough();
  const failed = await tagStream(Readable.from([Buffer.from(input)]), output, errors, loadResolver());
  output.end();
  errors.end();
  return { failed, output: await readAll(output), errors: await readAll(errors) };
};

describe('vedette tag', () => {
  it('answers each line with its id, entities and mentions', async () => {
    const { failed, output } = await tag('{"id":"a","text":"Иранские войска","lang":"ru"}\n\n');

    expect(failed).toBe(false);
    expect(JSON.parse(output)).toMatchObject({
      id: 'a',
      entities: ['iran'],
      mentions: [{ entity: 'iran', alias: 'иранские', start: 0, end: 8 }],
      refused: [],
    });
  });

  it('reads a region off the language, and a text without language', async () => {
    const { output } = await tag('{"id":1,"text":"臺灣","lang":"zh-TW"}\n{"id":2,"text":"Iran"}\n');

    expect(
      output
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { entities: string[] }).entities),
    ).toEqual([['taiwan'], ['iran']]);
  });

  it.each([
    ['{"id":1', 'line 2: not JSON'],
    ['[1]', 'line 2: must be a JSON object'],
    ['{"text":"x"}', 'line 2: id must be a string or a number'],
    ['{"id":1,"text":2}', 'line 2: text must be a string'],
    ['{"id":1,"text":"x","lang":3}', 'line 2: lang must be a string, null or absent'],
  ])('names a bad line and continues: %s', async (line, error) => {
    const { failed, output, errors } = await tag(`{"id":0,"text":"Iran"}\n${line}\n{"id":9,"text":"Iraq"}\n`);

    expect(failed).toBe(true);
    expect(errors).toContain(error);
    expect(output.trim().split('\n')).toHaveLength(2);
  });
});
