import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { formatMicros, formatMillis } from '../../platform/common/utc-time';
import type { FirstSight } from '../../registry/clocks/outside-clock.repository';
import { proofLine, type ProofMark } from './charts/proof-line';
import { spanOf } from './outside-words';
import { day, time } from './figures';

export interface RecordedWhen {
  /** UTC ms. */
  readonly now: number;
  readonly madeAt: string;
  readonly resolvedAt: string | null;
  readonly sealedAt: string | null;
  /** Sights of its record by outside clocks, earliest first. */
  readonly sights: readonly FirstSight[];
  readonly copy: string | null;
}

/** The time of a copy, from its web archive address; null for other addresses. */
export const copiedAt = (address: string | null): string | null => {
  const digits = /\/web\/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(address ?? '');
  return digits === null
    ? null
    : `${digits[1]}-${digits[2]}-${digits[3]}T${digits[4]}:${digits[5]}:${digits[6]}.000000Z`;
};

export const recordLine = (when: RecordedWhen): Html => {
  const { now, madeAt, resolvedAt, sealedAt, sights, copy } = when;
  const mark = (shape: ProofMark['shape'], name: string, at: string | null): ProofMark[] =>
    at === null ? [] : [{ at: Date.parse(at), shape, name, when: `${day(at)}, ${at.slice(11, 16)}` }];
  const [first] = sights;
  const marks = [
    ...mark('●', 'forecast recorded', madeAt),
    ...mark('■', 'day sealed', sealedAt),
    ...mark('◆', 'seen outside', first === undefined ? null : formatMicros(first.time)),
    ...mark('▲', 'copied outside', copiedAt(copy)),
    ...(resolvedAt === null ? mark('|', 'now, not decided', formatMillis(now)) : mark('✚', 'outcome', resolvedAt)),
  ].sort((a, b) => a.at - b.at);
  return html`<figure>
    <div class="scroll" role="region" aria-label="What happened when" tabindex="0">
      ${proofLine(marks, resolvedAt === null ? null : Date.parse(resolvedAt), {
        title: 'What happened when',
        description: marks.map(({ name, when: at }) => `${name}: ${at}`).join('; '),
      })}
    </div>
    <figcaption>
      Times are
      UTC.${resolvedAt !== null && ' Bold: the time between the record and the outcome, which is what is claimed.'}
    </figcaption>
  </figure>`;
};

/** Time from record to outcome. @param settlement the exchange's decision, or null */
export const aheadWords = (
  madeAt: string,
  settlement: { readonly status: string; readonly outcome: string | null; readonly resolved_at: string } | null,
): HtmlValue => {
  if (settlement === null) return 'Recorded; its market is not decided yet.';
  const { status, outcome, resolved_at: at } = settlement;
  const decided = status === 'void' ? 'was declared void' : `was decided ${outcome ?? ''}`;
  const ahead = Date.parse(at) - Date.parse(madeAt);
  return ahead > 0
    ? html`Recorded <strong>${spanOf(ahead * 1000)} before the outcome</strong>: the market ${decided} on ${time(at)}.`
    : html`Recorded after the exchange’s instant of the outcome, and not graded: the market ${decided} on ${time(at)}.`;
};
