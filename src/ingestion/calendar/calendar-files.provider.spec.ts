import { loadOntologySeed } from '../../ontology/seed-files.provider';
import { calendarOfFiles } from './calendar-files.provider';
import { eventsBetween, runningOut, upcomingEvents } from './due-events';

describe('the calendar that ships', () => {
  const { entries, warnings } = calendarOfFiles();

  it('has at least 60 entries, all about entities of the ontology', () => {
    const known = new Set(loadOntologySeed().entities.map(({ id }) => id));
    const unknown = entries.flatMap(({ id, entities }) =>
      entities.filter((entity) => !known.has(entity)).map((entity) => `${id}: ${entity}`),
    );

    expect(warnings).toEqual([]);
    expect(entries.length).toBeGreaterThanOrEqual(60);
    expect(unknown).toEqual([]);
    expect(entries.filter(({ entities }) => entities.length === 0)).toEqual([]);
  });

  it('has the days that history fixed', () => {
    const days = (id: string) =>
      eventsBetween(
        entries.filter((entry) => entry.id === id),
        '2026-01-01',
        '2027-12-31',
      ).map(({ day }) => day);

    expect(days('october-7')).toEqual(['2026-10-07', '2027-10-07']);
    expect(days('undof-renewal')).toEqual(['2026-06-30', '2026-12-31', '2027-06-30', '2027-12-31']);
    expect(days('zapad')).toEqual(['2027-09-12']);
    expect(days('iran-war-2026')).toEqual(['2027-02-28']);
  });

  it('states which lists of days end soon', () => {
    expect(runningOut(entries, Date.UTC(2026, 10, 26))).toEqual([]);
    expect(runningOut(entries, Date.UTC(2029, 0, 1))).toContainEqual(
      expect.stringMatching(/^ramadan-begins has no day after 2027-02-08/),
    );
  });

  it('has an entry for every fortnight of the coming year', () => {
    for (let week = 0; week < 52; week++) {
      const now = Date.UTC(2026, 10, 21) + week * 7 * 86_400_000;
      expect(upcomingEvents(entries, now, 14).length).toBeGreaterThan(2);
    }
  });
});
