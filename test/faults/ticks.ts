/** Ticks as a service tells of them in its log. Pure. */
export interface TickSpan {
  /** UTC ms; the log rounds a duration to 0.1 s, which is allowed for. */
  readonly from: number;
  readonly to: number;
  /** Completed, and no stage of it failed. */
  readonly clean: boolean;
}

export const ticksOf = (words: string): TickSpan[] =>
  words.split('\n').flatMap((line) => {
    const match = /"time":"([^"]+)".*"message":"tick (completed|stopped) in ([\d.]+) s(.*)/.exec(line);
    if (match === null) return [];
    const to = Date.parse(match[1] ?? '');
    const clean = match[2] === 'completed' && !(match[4] ?? '').includes('failed: ');
    return [{ from: to - Number(match[3]) * 1_000 + 100, to, clean }];
  });

/** Pairs of ticks that ran at the same time. */
export const overlapsOf = (spans: readonly TickSpan[]): number => {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  return sorted.filter((span, index) => span.from < (sorted[index - 1]?.to ?? 0)).length;
};
