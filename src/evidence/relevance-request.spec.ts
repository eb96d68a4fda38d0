import { readRelevanceItem, readRelevanceMarket, readRelevanceRequest } from './relevance-request';

const MARKET = { id: 'm', question: 'Will it?' };
const ITEM = { id: 'i', title: 'It did' };

const read = (market: unknown, item: unknown) => readRelevanceRequest(JSON.stringify({ market, item }));

describe('a line of vedette relevance', () => {
  it('needs ids, a question and a title, and takes nothing for all else', () => {
    expect(read(MARKET, ITEM)).toEqual({
      kind: 'request',
      market: { ...MARKET, description: null },
      item: {
        ...ITEM,
        summary: null,
        lang: null,
        source_type: 'news',
        instrument: null,
        hints: [],
        market: null,
        day: '9999-12-31',
      },
    });
    expect(read({ ...MARKET, description: null }, { ...ITEM, summary: null, lang: null })).toEqual(read(MARKET, ITEM));
  });

  it('gives what it states', () => {
    const stated = { summary: 'At noon.', lang: 'zh-TW', source_type: 'financial', instrument: 'brent' };

    expect(readRelevanceItem({ ...ITEM, ...stated })).toMatchObject({ ...ITEM, ...stated, lang: 'zh' });
    expect(readRelevanceMarket({ ...MARKET, description: 'If so.' })).toEqual({ ...MARKET, description: 'If so.' });
  });

  it.each([
    ['market must be an object', undefined, ITEM],
    ['market must be an object', null, ITEM],
    ['market must be an object', [MARKET], ITEM],
    ['market must be an object', 'm', ITEM],
    ['market.id must be a string', { question: 'Will it?' }, ITEM],
    ['market.id must be a string', { ...MARKET, id: 1 }, ITEM],
    ['market.question must be a string', { id: 'm' }, ITEM],
    ['market.description must be a string, null or absent', { ...MARKET, description: 1 }, ITEM],
    ['item must be an object', MARKET, undefined],
    ['item must be an object', MARKET, 7],
    ['item.id must be a string', MARKET, { title: 'It did' }],
    ['item.title must be a string', MARKET, { id: 'i' }],
    ['item.summary must be a string, null or absent', MARKET, { ...ITEM, summary: false }],
    ['item.lang must be a string, null or absent', MARKET, { ...ITEM, lang: 1 }],
    ['item.source_type must be a string, null or absent', MARKET, { ...ITEM, source_type: 1 }],
    ['item.source_type is not a source type: "radio"', MARKET, { ...ITEM, source_type: 'radio' }],
    ['item.instrument must be a string, null or absent', MARKET, { ...ITEM, instrument: {} }],
  ])('is refused: %s', (reason, market, item) => {
    expect(read(market, item)).toEqual({ kind: 'bad', reason });
  });

  it.each([
    ['null', 'line must be an object'],
    ['[]', 'line must be an object'],
    ['"text"', 'line must be an object'],
  ])('is refused: %s', (line, reason) => {
    expect(readRelevanceRequest(line)).toEqual({ kind: 'bad', reason });
  });

  it('is refused where it is not JSON', () => {
    const answer = readRelevanceRequest('{');

    expect(answer).toMatchObject({ kind: 'bad', reason: expect.stringMatching(/^not JSON: ./) });
  });
});
