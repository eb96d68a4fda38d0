/** Sentences of the front page, generated from figures by fixed rules, not by a model. Pure. */
import type { DigestResponse, SilenceResponse } from '../../digest/digest.dto';
import type { ListedMarketResponse } from '../../markets/markets.dto';
import { clusterWords } from '../../digest/changes';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/common/durations';
import { html, type HtmlValue } from '../../platform/common/html';
import { unusualStep } from './charts/unusual';
import { count, counted, time } from './figures';
import { capital } from './names';

export const SPANS = {
  '6h': { name: '6 h', words: 'in the last 6 hours', ms: 6 * HOUR_MS },
  midnight: { name: 'Midnight', words: 'since midnight UTC', ms: null },
  '24h': { name: '24 h', words: 'in the last 24 hours', ms: DAY_MS },
  '7d': { name: '7 days', words: 'in the last 7 days', ms: 7 * DAY_MS },
} as const;

/** `visit` is a time kept by the reader's browser. */
export type Span = keyof typeof SPANS | 'visit';

/** `since midnight UTC`, `in the last 24 hours`. */
export const spanWords = (span: Span, since: string): HtmlValue =>
  span === 'visit' ? html`since ${time(since)} UTC` : SPANS[span].words;

/** Minimum gap between model and market that counts as a disagreement, as a share. */
export const DISAGREEMENT_MIN = 0.1;

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `three`; digits above twelve. */
export const inWords = (n: number): string => NUMBERS[n] ?? String(n);

/** The loudest place, and where the model differs. Without a known usual rate, the word "usual" is omitted. */
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

export const usualDay = (baseline: number): string => {
  const n = baseline * WINDOWS_A_DAY;
  return n < 1 ? 'less than one' : count(Math.round(n));
};

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

export const volumeSentence = (digest: DigestResponse): string =>
  `${counted(digest.item_count_24h, 'report')} in the last 24 hours. ${workingSentence(digest)}`.trim();

const workingSentence = ({ sources }: DigestResponse): string => {
  const states = sources?.states ?? {};
  const total = Object.values(states).reduce((sum, n) => sum + n, 0);
  const silent = (states['down'] ?? 0) + (states['disabled'] ?? 0);
  return total === 0 ? '' : `${total - silent} of ${counted(total, 'source')} are working.`;
};

/** A source that worked within so many days is newly silent; others are on the page of the sources. */
const NEW_SILENCE_MS = 3 * DAY_MS;

/** Silences of which a part is new. @param lastSuccess UTC ms by source, 0 for never @param now UTC ms */
export const newSilences = (
  silences: readonly SilenceResponse[],
  lastSuccess: ReadonlyMap<string, number>,
  now: number,
): SilenceResponse[] =>
  silences.filter(({ sources }) => sources.some((id) => (lastSuccess.get(id) ?? 0) >= now - NEW_SILENCE_MS));

export const silenceSentences = (silences: readonly SilenceResponse[]): string[] =>
  silences.map(({ category, silent, total, hours }) => {
    const kind = category === 'osint' ? 'OSINT' : capital(category.replaceAll('_', ' '));
    // `English media`: other categories, such as exchanges, accounts and calendars, are "sources".
    return `${silent} of ${total} ${kind.endsWith('media') ? kind : `${kind} sources`} ${silent === 1 ? 'has' : 'have'} sent nothing for ${hours} hours, so what they cover is probably counted too low below.`;
  });
