/** Cached per process. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../platform/common/foreign-json';
import { packagePath } from '../../platform/common/package-root';
import { readCalendar, type Calendar, type CalendarEntry } from './calendar-entry';

let loaded: Calendar | null = null;

/** Entries of all files of `seed/calendar`, checked, by file name. */
export const loadCalendar = (): readonly CalendarEntry[] => calendarOfFiles().entries;

/** Also reports refused entries, with file, entry and reason. */
export const calendarOfFiles = (): Calendar => (loaded ??= readFolder(packagePath('seed', 'calendar')));

const readFolder = (folder: string): Calendar => {
  const ids = new Set<string>();
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, ...readCalendar(readJson(readFileSync(join(folder, name))), ids) }));
  return {
    entries: files.flatMap(({ entries }) => entries),
    warnings: files.flatMap(({ name, warnings }) => warnings.map((warning) => `calendar/${name}: ${warning}`)),
  };
};
