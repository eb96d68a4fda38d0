import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../platform/common/package-root';
import { readCalendar, type CalendarEntry } from './calendar-entry';

/** Every entry of `seed/calendar/*.json`. Throws, naming the file, when one is malformed. */
export const loadCalendar = (folder: string = packagePath('seed', 'calendar')): readonly CalendarEntry[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      try {
        return readCalendar(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      } catch (error) {
        throw new Error(`seed/calendar/${name}: ${(error as Error).message}`, { cause: error });
      }
    });
};
