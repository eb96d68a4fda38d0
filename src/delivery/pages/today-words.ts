/** The sentences of the front page, made from its figures by fixed rules, never by a model. Pure. */
import type { DigestResponse, SilenceResponse } from '../../digest/digest.dto';
import type { ListedMarketResponse } from '../../markets/markets.dto';
import { clusterWords } from '../../digest/changes';
import { DAY_MS, MINUTE_MS } from '../../platform/common/durations';
import { html, type HtmlValue } from '../../platform/common/html';
import { unusualStep } from './charts/unusual';
import { capital, count, counted, time } from './words';

/** Since when the front page tells what changed; `visit` is an instant that the reader's browser kept. */
export type Span = '6h' | 'midnight' | '24h' | '7d' | 'visit';

/** `since midnight UTC`, `in the last 24 hours`. */
export const spanWords = (span: Span, since: string): HtmlValue =>
  span === 'visit' ? html`since ${time(since)} UTC` : SPAN_WORDS[span];

const SPAN_WORDS: Readonly<Record<Exclude<Span, 'visit'>, string>> = {
  '6h': 'in the last 6 hours',
  midnight: 'since midnight UTC',
  '24h': 'in the last 24 hours',
  '7d': 'in the last 7 days',
};

/** Points between model and market that count as a disagreement. */
export const DISAGREEMENT_MIN = 0.1;

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `three`, and figures beyond twelve. */
export const inWords = (n: number): string => NUMBERS[n] ?? String(n);

/** The heading: what is loudest, and where the model stands apart. What is not known yet is not called usual. */
export const headline = (digest: DigestResponse, markets: readonly ListedMarketResponse[]): string => {
  const gaps = markets.flatMap(({ gap }) => (gap === null ? [] : [Math.abs(gap)]));
  if (digest.item_count_24h === 0 && markets.length === 0) return 'Nothing has been read yet';
  const knowsUsual = digest.theaters.some(({ usual }) => usual !== null);
  const first = loudest(digest) ?? (knowsUsual ? 'A usual day' : 'Too early to say what is usual');
  const apart = gaps.filter((gap) => gap >= DISAGREEMENT_MIN).length;
  if (gaps.length === 0) return `${first}; no market has a forecast yet`;
  return `${first}; ${apart === 0 ? 'the model and the markets agree within ten points' : `${inWords(apart)} ${apart === 1 ? 'market' : 'markets'} and the model disagree by ten points or more`}`;
};

const WINDOWS_A_DAY = DAY_MS / (5 * MINUTE_MS);

/** Reports of a usual day, from the usual ones of five minutes. */
export const usualDay = (baseline: number): string => {
  const n = baseline * WINDOWS_A_DAY;
  return n < 1 ? 'less than one' : count(Math.round(n));
};

/** How much was read and, of what the heading calls loud, how much is usual; then of how many sources. */
export const volumeSentences = (digest: DigestResponse): HtmlValue => {
  const [alert] = digest.alerts;
  const mover = loudMover(digest);
  if (alert !== undefined)
    return html`<a href="/alerts/${encodeURIComponent(alert.id)}"
        >${counted(alert.count, 'report')} by ${counted(alert.families, 'publisher')}</a
      >
      came within five minutes; a usual day brings ${usualDay(alert.baseline)}. ${volumeSentence(digest)}`;
  if (mover === undefined) return volumeSentence(digest);
  return html`${count(mover.item_count)} of the ${count(digest.item_count_24h)} reports of the last 24 hours name
    <a href="/entities/${encodeURIComponent(mover.id)}">${mover.name}</a>; a usual day brings
    ${count(Math.round(mover.baseline))}. ${workingSentence(digest)}`;
};

const loudMover = ({ movers }: DigestResponse): DigestResponse['movers'][number] | undefined =>
  movers.find(({ item_count, baseline }) => (unusualStep(item_count, baseline) ?? 0) >= 4);

const loudest = (digest: DigestResponse): string | null => {
  const [alert] = digest.alerts;
  if (alert !== undefined) return `${clusterWords(alert.cluster)} is unusually loud`;
  const mover = loudMover(digest);
  return mover === undefined ? null : `${mover.name} is louder than usual`;
};

/** How much was read, and of how many sources. */
export const volumeSentence = (digest: DigestResponse): string =>
  `${counted(digest.item_count_24h, 'report')} in the last 24 hours. ${workingSentence(digest)}`.trim();

const workingSentence = ({ sources }: DigestResponse): string => {
  const states = sources?.states ?? {};
  const total = Object.values(states).reduce((sum, n) => sum + n, 0);
  const silent = (states['down'] ?? 0) + (states['disabled'] ?? 0);
  return total === 0 ? '' : `${total - silent} of ${counted(total, 'source')} are working.`;
};

/** What is missing from the figures, in a sentence for each kind of source that is silent. */
export const silenceSentences = (silences: readonly SilenceResponse[]): string[] =>
  silences.map(({ category, silent, total, hours }) => {
    const kind = capital(category.replaceAll('_', ' '));
    // `English media`, of which other English sources are none: exchanges, accounts, calendars.
    return `${silent} of ${total} ${kind.endsWith('media') ? kind : `${kind} sources`} have sent nothing for ${hours} hours, so what they cover is probably counted too low below.`;
  });
