/** The sentences of the front page, made from its figures by fixed rules, never by a model. Pure. */
import type { DigestResponse, SilenceResponse } from '../digest/digest.dto';
import type { ListedMarketResponse } from '../markets/markets.dto';
import { clusterWords } from '../digest/changes';
import { unusualStep } from './charts/unusual';
import { counted } from './words';

/** Points between model and market that count as a disagreement. */
export const DISAGREEMENT_MIN = 0.1;

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `three`, and figures beyond twelve. */
export const inWords = (n: number): string => NUMBERS[n] ?? String(n);

/** The heading: what is loudest, and where the model stands apart. */
export const headline = (
  digest: DigestResponse,
  markets: readonly ListedMarketResponse[],
): string => {
  const apart = markets.filter(({ gap }) => Math.abs(gap ?? 0) >= DISAGREEMENT_MIN).length;
  const loud = loudest(digest);
  const second =
    apart === 0
      ? 'the model and the markets agree within ten points'
      : `${inWords(apart)} ${apart === 1 ? 'market' : 'markets'} and the model disagree by ten points or more`;
  return `${loud ?? 'A usual day'}; ${second}`;
};

const loudest = ({ alerts, movers }: DigestResponse): string | null => {
  const [alert] = alerts;
  if (alert !== undefined) return `${clusterWords(alert.cluster)} is unusually loud`;
  const mover = movers.find(({ item_count, baseline }) => (unusualStep(item_count, baseline) ?? 0) >= 4); // prettier-ignore
  return mover === undefined ? null : `${mover.name} is louder than usual`;
};

/** What stands under the heading: how much was read, and of how many sources. */
export const volumeSentence = ({ item_count_24h, sources }: DigestResponse): string => {
  const states = sources?.states ?? {};
  const total = Object.values(states).reduce((sum, n) => sum + n, 0);
  const silent = (states['down'] ?? 0) + (states['disabled'] ?? 0);
  const read = `${counted(item_count_24h, 'report')} in the last 24 hours`;
  return total === 0 ? `${read}.` : `${read}. ${total - silent} of ${counted(total, 'source')} are working.`; // prettier-ignore
};

/** What is missing from the figures, in a sentence for each kind of source that is silent. */
export const silenceSentences = (silences: readonly SilenceResponse[]): string[] =>
  silences.map(({ category, silent, total, hours }) => {
    const kind = category
      .replaceAll('_', ' ')
      .replace(/\bmedia\b/, '')
      .trim();
    const name = kind.charAt(0).toUpperCase() + kind.slice(1);
    return `${silent} of ${total} ${name} sources have sent nothing for ${hours} hours, so what they cover is probably counted too low below.`;
  });
