import { html, type Html } from '../../../platform/common/html';
import { cellDrawing, diamond, dot, path } from './frame';
import { px, shareScale, QUARTERS } from './scales';

interface Dumbbell {
  /** Shares of one, or null. */
  readonly market: number | null;
  readonly bid?: number | null;
  readonly ask?: number | null;
  readonly model: number | null;
  /** Outcome, 0 or 1; null while open. */
  readonly outcome?: number | null;
}

const WIDTH = 180;
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
export const quotedDumbbell = (
  quoted: { readonly yes_price: number | null; readonly yes_bid: number | null; readonly yes_ask: number | null },
  said: { readonly probability_yes: number } | null,
): Html =>
  dumbbell({
    market: quoted.yes_price,
    bid: quoted.yes_bid,
    ask: quoted.yes_ask,
    model: said?.probability_yes ?? null,
  });

export const dumbbell = ({ market, bid = null, ask = null, model, outcome = null }: Dumbbell): Html => {
  const x = shareScale(6, WIDTH - 6);
  return cellDrawing(
    [WIDTH, HEIGHT],
    html`${path('grid', `M6 ${MIDDLE}H${WIDTH - 6}${QUARTERS.map((at) => `M${px(x(at))} ${MIDDLE - 3}v6`).join('')}`)}
    ${bid !== null && ask !== null && html`<rect class="spread" x="${px(x(bid))}" y="${MIDDLE - 5}" width="${px(Math.max(1, x(ask) - x(bid)))}" height="10" />`}
    ${market !== null && model !== null && path('gap', `M${px(x(market))} ${MIDDLE}H${px(x(model))}`)}
    ${market !== null && dot('market', x(market), MIDDLE, 4.5)}
    ${outcome !== null && path('outcome', `M${px(x(outcome))} ${MIDDLE - 7}v14`)}
    ${model !== null && diamond('model', x(model), MIDDLE, 5)}`,
    'dumbbell',
  );
};
