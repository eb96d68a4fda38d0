/** Cached per process. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, UnreadableError } from '../../platform/common/foreign-json';
import { packagePath } from '../../platform/common/package-root';
import { readCalendar, type CalendarEntry } from './calendar-entry';

let loaded: readonly CalendarEntry[] | null = null;

/** Entries of all files of `seed/calendar`, checked. */
export const loadCalendar = (): readonly CalendarEntry[] => (loaded ??= readCalendarFolder());

/** Entries by file name, then file order. @throws UnreadableError naming the file, the entry and the error */
const readCalendarFolder = (folder: string = packagePath('seed', 'calendar')): readonly CalendarEntry[] => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const entries = files.flatMap((name) => readFile(folder, name));
  const ids = new Set<string>();
  for (const { id } of entries) {
    if (ids.has(id)) throw new UnreadableError(`calendar: id ${id} occurs in two files`);
    ids.add(id);
  }
  return entries;
};

const readFile = (folder: string, name: string): readonly CalendarEntry[] => {
  try {
    return readCalendar(readJson(readFileSync(join(folder, name))));
  } catch (error) {
    throw new UnreadableError(`calendar/${name}: ${(error as Error).message}`, { cause: error });
  }
};
