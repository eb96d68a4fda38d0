const INTERVALS = 3;

/** UTC ms since the last tick; null up to three intervals. @param report JSON of the last tick, or null */
export const silentSince = (
  report: string | null,
  at: { readonly startedAt: number; readonly now: number; readonly everyMs: number },
): number | null => {
  const last = report === null ? null : (JSON.parse(report) as { started_at: string; duration_ms: number });
  const completed = last === null ? 0 : Date.parse(last.started_at) + last.duration_ms;
  const since = Math.max(at.startedAt, completed);
  return at.now - since > INTERVALS * at.everyMs ? since : null;
};
