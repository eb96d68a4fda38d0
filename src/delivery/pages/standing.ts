import { html, type Html } from '../../platform/common/html';
import type { Standing } from '../../track-record/analysis';
import { count, counted } from './figures';

/** `No edge over the price is shown in 140 decided markets of 52 events`, without a full stop. */
export const standingWords = ({
  n_markets: markets,
  n_events: events,
  n_markets_min: needed,
  claims,
}: Standing): string => {
  if (markets < needed) return `Too early to tell: ${count(markets)} of ${needed} markets have resolved`;
  const over = `${counted(markets, 'decided market')} of ${counted(events, 'event')}`;
  return claims ? `The model did better than the price in ${over}` : `No edge over the price is shown in ${over}`;
};

export const standingSentence = (standing: Standing): Html => html`<a href="/receipts">${standingWords(standing)}</a>.`;
