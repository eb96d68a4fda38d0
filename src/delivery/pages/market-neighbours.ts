/** What stands beside a market: the ladder of its event, others like it, and what other sites may show of it. Pure. */
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { MarketDetailResponse } from '../../markets/markets.dto';
import { dumbbell } from './charts/dumbbell';
import type { LikeMarket } from './market-lists.repository';
import type { Site } from './site';
import { gapPoints } from './today-page';
import { counted, decisionOf, marketLink, percent, spoken, table } from './words';

/** The other markets of the event: what is open as a ladder with this one in it, what is decided folded away. */
export const siblingsSection = (market: MarketDetailResponse): HtmlValue => {
  const { event, siblings, exchange } = market;
  if (siblings.length === 0) return false;
  const open = siblings.filter((one) => decisionOf(one) === null);
  const decided = siblings.filter((one) => decisionOf(one) !== null);
  const rungs = [...open, ...(decisionOf(market) === null ? [market] : [])].sort((a, b) =>
    (a.deadline ?? '').localeCompare(b.deadline ?? ''),
  );
  return html`<section aria-labelledby="siblings">
    <h2 id="siblings">${event?.title ?? 'The same event'}</h2>
    ${
      open.length > 0 &&
      table(
        'Open markets of the same event',
        [{ title: 'Question' }, { figure: 'Market' }, { words: 'From 0 to 100 %', wide: true }],
        rungs.map((one) => [
          one.ticker === market.ticker
            ? html`<strong>${one.group_title ?? one.question}</strong> (this one)`
            : marketLink(exchange, one.ticker, one.group_title ?? one.question),
          percent(one.yes_price),
          dumbbell({ market: one.yes_price, bid: null, ask: null, model: null }),
        ]),
      )
    }
    ${
      decided.length > 0 &&
      html`<details>
        <summary>${counted(decided.length, 'market')} of it ${decided.length === 1 ? 'is' : 'are'} decided</summary>
        ${table(
          'Decided markets of the same event',
          [{ title: 'Question' }, 'Decided'],
          decided.map((one) => [marketLink(exchange, one.ticker, one.group_title ?? one.question), decisionOf(one)]),
        )}
      </details>`
    }
  </section>`;
};

/** What else is open about the same places and actors, the same question elsewhere first. */
export const likeSection = (like: readonly LikeMarket[]): HtmlValue =>
  like.length > 0 &&
  html`<section aria-labelledby="like">
    <h2 id="like">Like this one</h2>
    ${table(
      'Open markets about the same places and actors',
      [
        { title: 'Question' },
        { figure: 'Market' },
        { figure: 'Model' },
        { figure: 'Gap' },
        { words: 'From 0 to 100 %', wide: true },
      ],
      like.map((one) => [
        html`${marketLink(one.exchange, one.ticker, one.question)}<br /><small
            >${spoken(one.exchange)}${one.is_twin && ', asks the same'}</small
          >`,
        percent(one.yes_price),
        html`<span class="model-word">${percent(one.probability)}</span>`,
        gapPoints(one.probability === null || one.yes_price === null ? null : one.probability - one.yes_price),
        dumbbell({
          market: one.yes_price,
          bid: one.yes_bid,
          ask: one.yes_ask,
          model: one.probability,
        }),
      ]),
    )}
  </section>`;

/** What other sites can show of the market. */
export const shareSection = ({ exchange, ticker }: MarketDetailResponse, { base }: Site): Html => {
  const name = `${encodeURIComponent(exchange)}/${encodeURIComponent(ticker)}`;
  const [card, badge] = [`/embed/market/${name}`, `/api/badge/market/${name}.svg`];
  return html`<section aria-labelledby="share" class="unprinted">
    <h2 id="share">Share</h2>
    <p>
      This page keeps its address. Other sites may show <a href="${card}">a card</a> or
      <a href="${badge}">a badge (SVG)</a> of it, which follow the figures:
    </p>
    <pre tabindex="0" aria-label="Markup of the card and of the badge">
${`<iframe src="${base}${card}" width="420" height="200" title="Market"></iframe>
<img src="${base}${badge}" alt="Market and model">`}</pre>
  </section>`;
};
