import { ListEventsQuery } from '../../event-log/events.dto';
import { addressOf, readPageQuery } from './page-query';

describe('readPageQuery', () => {
  it('passes over fields that were left empty and parameters that others added', () => {
    const query = readPageQuery(ListEventsQuery, {
      q: '',
      entity: ['iran', '', 'oman'],
      theater: ' ',
      utm_source: 'mail',
    });

    expect(query).toMatchObject({ entity: ['iran', 'oman'], limit: 50 });
    expect(query.q).toBeUndefined();
    expect(query.theater).toBeUndefined();
  });

  it('names every field that is wrong', () => {
    expect(() => readPageQuery(ListEventsQuery, { source_type: 'gossip', limit: '0' })).toThrow(
      /source_type.*limit|limit.*source_type/s,
    );
  });
});

describe('addressOf', () => {
  it('keeps parameters with a value, in order', () => {
    expect(addressOf('/log', { q: '"red sea"', lang: undefined, entity: ['iran', 'oman'] })).toBe(
      '/log?q=%22red+sea%22&entity=iran&entity=oman',
    );
    expect(addressOf('/log', {})).toBe('/log');
  });
});
