/** Number of intervals without a completed tick that is reported. */
const INTERVALS = 3;

/**
 * Time since which no tick has completed, UTC ms; null up to three intervals. After a start, the intervals count from
 * the start.
 *
 * @param report JSON of the last tick of any process, null before the first; times of `at` in ms
 */
export const silentSince = (
  report: string | null,
  at: { readonly startedAt: number; readonly now: number; readonly everyMs: number },
): number | null => {
  const last = report === null ? null : (JSON.parse(report) as { started_at: string; duration_ms: number });
  const completed = last === null ? 0 : Date.parse(last.started_at) + last.duration_ms;
  const since = Math.max(at.startedAt, completed);
  return at.now - since > INTERVALS * at.everyMs ? since : null;
};
