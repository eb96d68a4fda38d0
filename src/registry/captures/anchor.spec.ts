import { readVectors } from '../../../test/support/vectors';
import { parseMicros } from '../../platform/common/utc-time';
import {
  captureIsAfter,
  captureIsBefore,
  captureMicros,
  inventedArchive,
  isArchiveAddress,
  parseWaybackUrl,
} from './anchor';

describe('captureIsBefore', () => {
  it('counts a capture from the end of its second', () => {
    expect(captureIsBefore('20260507120000', '2026-05-07T12:00:01.000000Z')).toBe(true);
    expect(captureIsBefore('20260507120000', '2026-05-07T12:00:00.999999Z')).toBe(false);
    expect(captureMicros('20261231235959')).toBe(parseMicros('2027-01-01T00:00:00.000000Z'));
  });

  it.each(['', '2026050712000', '20260230120000', '20260507240000', '2026-05-07T12:00'])(
    'does not count the timestamp %j',
    (timestamp) => {
      expect(captureMicros(timestamp)).toBeNull();
      expect(captureIsBefore(timestamp, '2200-01-01T00:00:00.000000Z')).toBe(false);
    },
  );
});

describe('parseWaybackUrl', () => {
  it('takes both forms apart and keeps a query', () => {
    const url = 'https://v.example/api/registry/2026-05-07.json?size=3';

    for (const form of ['', 'id_']) {
      expect(parseWaybackUrl(`https://web.archive.org/web/20260507120000${form}/${url}`)).toEqual({
        timestamp: '20260507120000',
        url,
      });
    }
  });

  it('refuses other documents', () => {
    expect(parseWaybackUrl('https://web.archive.org/web/2026/https://v.example/')).toBeNull();
    expect(parseWaybackUrl('https://web.archive.org/save/https://v.example/')).toBeNull();
  });
});

describe('capture times of the times vectors', () => {
  const { wayback_before_resolution: vectors } = readVectors<{
    wayback_before_resolution: {
      wayback_url: string;
      capture: string;
      resolved_at: string;
      earlier: boolean;
    }[];
  }>('times.json');

  it.each(vectors)('$capture before $resolved_at: $earlier', (vector) => {
    const timestamp = parseWaybackUrl(vector.wayback_url)?.timestamp;

    expect(timestamp).toBe(vector.capture);
    expect(captureIsBefore(vector.capture, vector.resolved_at)).toBe(vector.earlier);
  });
});

describe('a capture counts', () => {
  it.each([
    ['https://web.archive.org/web/20260507120000/https://v.example/', true],
    ['http://web.archive.org/web/20260507120000/https://v.example/', false],
    ['https://web.archive.org.example/web/20260507120000/https://v.example/', false],
    ['https://web-archive.example.org/web/20260507120000/https://v.example/', false],
    ['https://web.archive.org/save/https://v.example/', false],
  ])('at %s: %s', (address, counts) => {
    expect(isArchiveAddress(address)).toBe(counts);
  });

  it('in the archive that a demo has invented, and in no other deployment', () => {
    const webArchiveUrl = 'https://web-archive.example.org';
    const copy = `${webArchiveUrl}/web/20260507120000/https://v.example/`;

    expect(isArchiveAddress(copy, inventedArchive({ demo: true, webArchiveUrl }))).toBe(true);
    expect(isArchiveAddress(copy, inventedArchive({ demo: false, webArchiveUrl }))).toBe(false);
  });

  it.each([
    ['20260507120000', true],
    ['20260507120001', true],
    ['20260507115959', false],
    ['2026', false],
  ])('at %s for a record of noon and a bit: %s', (timestamp, counts) => {
    expect(captureIsAfter(timestamp, '2026-05-07T12:00:00.900000Z')).toBe(counts);
  });
});
