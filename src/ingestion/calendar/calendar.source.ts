import { Injectable } from '@nestjs/common';
import type { CollectContext, CollectResult, SourceAdapter } from '../source';
import { calendarOfFiles } from './calendar-files.provider';
import { dueItems, runningOut } from './due-events';

/** Due events of the curated calendar. Makes no requests. */
@Injectable()
export class CalendarSource implements SourceAdapter {
  readonly kind = 'calendar';

  collect(_: unknown, { now, state }: CollectContext): Promise<CollectResult> {
    const { entries, warnings } = calendarOfFiles();
    const items = dueItems(entries, now);
    const said = [...warnings, ...runningOut(entries, now)];
    return Promise.resolve({ items, state, notModified: items.length === 0, warnings: said });
  }
}
