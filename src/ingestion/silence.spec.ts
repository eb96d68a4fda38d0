import { silences, type SourceReading } from './silence';
import { newRecord, type SourceStateName } from './source-state';

const NOW = Date.UTC(2026, 4, 7, 12);

const reading = (id: string, category: string, state: SourceStateName, hoursDown = 0): SourceReading => ({
  source: {
    id,
    kind: 'feed',
    sourceType: 'news',
    category,
    name: id,
    url: null,
    lang: null,
    theater: null,
    family: id,
    staleAfterHours: 48,
    settings: {},
  },
  record: { ...newRecord(id), down_since: hoursDown === 0 ? 0 : NOW - hoursDown * 3_600_000 },
  health: { state, reason: state === 'ok' ? null : 'why', lagSeconds: null },
});

describe('silences', () => {
  it('counts sources that failed throughout, by category, most silent share first', () => {
    const found = silences(
      [
        reading('a', 'iranian_media', 'down', 7),
        reading('b', 'iranian_media', 'ok'),
        reading('c', 'iranian_media', 'stale'),
        reading('d', 'israeli_media', 'down', 6),
        reading('e', 'arab_media', 'ok'),
      ],
      NOW,
    );

    expect(found.map(({ warning, sources }) => [warning, sources])).toEqual([
      ['1 of 1 israeli media source silent for 6 h', ['d']],
      ['1 of 3 iranian media sources silent for 6 h', ['a']],
    ]);
  });

  it('ignores a source that is only down, or disabled on purpose', () => {
    expect(
      silences([reading('a', 'iranian_media', 'down', 5.9), reading('b', 'iranian_media', 'disabled', 9)], NOW),
    ).toEqual([]);
  });
});
