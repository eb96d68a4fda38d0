import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { DAY_MS } from '../../platform/common/durations';
import { contractDifferences, type Contract } from '../../markets/contract-differences';
import type { MarketDetailResponse } from '../../markets/markets.dto';
import { dumbbell, quotedDumbbell } from './charts/dumbbell';
import type { LikeMarket } from './market-pages.repository';
import type { Site } from './site';
import { folded, section, table } from './elements';
import { counted, day, lastDay, modelFigure, percent } from './figures';
import { marketLink } from './links';
import { decisionOf, spoken } from './names';
import { pick } from '../../platform/common/pick';

type Dated = Pick<LikeMarket, 'exchange' | 'ticker' | 'deadline' | 'yes_price' | 'said'> & {
  readonly differs: readonly string[];
  readonly fees: string | null;
};

const contractOf = (market: MarketDetailResponse): Omit<Contract, 'ends'> =>
  pick(market, 'exchange', 'rules', 'rules_secondary', 'resolution_source', 'fee_rate', 'fee_exponent');

/** Of another day it is another question, so that its end is not a difference. */
const differencesOf = (one: LikeMarket, market: MarketDetailResponse): Pick<Dated, 'differs' | 'fees'> => {
  if (one.exchange === market.exchange) return { differs: [], fees: null };
  const ends = market.deadline ?? market.resolves_at;
  const isSameDay = Math.abs(Date.parse(one.deadline ?? '') - Date.parse(ends ?? '')) < DAY_MS;
  const { terms, fees } = contractDifferences(
    { ...one, ends: isSameDay ? one.deadline : null },
    { ...contractOf(market), ends: isSameDay ? ends : null },
  );
  return { differs: terms, fees };
};

/** Prices have a spread and answers are rounded: smaller differences are not contradiction. */
const TOLERANCE = 0.02;

/** "A later day is never less likely", against all earlier days. @param rows by day, earliest first */
const brokenBy = (row: Dated, rows: readonly Dated[]): string[] => {
  const isComparable = (one: Dated): boolean =>
    one.exchange === row.exchange || one.differs.length + row.differs.length === 0;
  const earlier = rows.filter((one) => dayOf(one.deadline) < dayOf(row.deadline) && isComparable(one));
  const mostOf = (of: (one: Dated) => number | null | undefined): number =>
    Math.max(0, ...earlier.map((one) => of(one) ?? 0));
  const { yes_price: price, said } = row;
  return [
    ...(price !== null && price < mostOf(({ yes_price: one }) => one) - TOLERANCE ? ['market'] : []),
    ...(said !== null && said.probability_yes < mostOf(({ said: one }) => one?.probability_yes) - TOLERANCE
      ? ['model']
      : []),
  ];
};

const dayOf = (deadline: string | null): string => (deadline === null ? '' : lastDay(deadline));

export const sameSection = (
  market: MarketDetailResponse,
  like: readonly LikeMarket[],
  said: LikeMarket['said'],
  now: number,
): HtmlValue => {
  const { exchange, ticker, yes_price, deadline, resolves_at } = market;
  const same = like.filter((one) => one.is_same && one.deadline !== null);
  if (same.length === 0 || decisionOf(market) !== null) return false;
  const rows: Dated[] = [
    ...same.map((one) => ({ ...one, ...differencesOf(one, market) })),
    { exchange, ticker, yes_price, deadline: deadline ?? resolves_at, said, differs: [], fees: null },
  ].sort((a, b) => dayOf(a.deadline).localeCompare(dayOf(b.deadline)) || a.exchange.localeCompare(b.exchange));
  return section('same', 'The same question by date', [
    table('The same question by date and exchange', rows, [
      [
        { title: 'By' },
        (row) => {
          const name = `${day(dayOf(row.deadline))}, ${spoken(row.exchange)}`;
          return row.ticker === ticker && row.exchange === exchange
            ? html`<strong>${name}</strong> (this one)`
            : marketLink(row, name);
        },
      ],
      [{ figure: 'Market' }, (row) => percent(row.yes_price)],
      [{ figure: 'Model' }, (row) => modelFigure(row.said, now)],
      ['Later is never less likely', (row) => html`${holdsWords(brokenBy(row, rows))}${differsWords(row)}`],
    ]),
    rows.some((row) => row.exchange !== exchange) &&
      html`<p>
        <small
          >Each exchange has fees and rules of its own. Where a contract differs, a gap between the prices may be no
          more than that.</small
        >
      </p>`,
  ]);
};

const differsWords = ({ differs, fees }: Dated): HtmlValue => {
  const all = [...differs, ...(fees === null ? [] : [fees])];
  return all.length > 0 && html`<br /><small>another contract: ${all.join('; ')}</small>`;
};

const holdsWords = (broken: readonly string[]): HtmlValue =>
  broken.length === 0 ? 'holds' : html`<strong>✗ broken by the ${broken.join(' and the ')}</strong>`;

export const siblingsSection = (market: MarketDetailResponse, like: readonly LikeMarket[]): HtmlValue => {
  const { event, exchange } = market;
  const named = new Set(like.filter((one) => one.is_same && one.exchange === exchange).map((one) => one.ticker));
  const siblings = market.siblings.filter(({ ticker }) => !named.has(ticker));
  if (siblings.length === 0) return false;
  const open = siblings.filter((one) => decisionOf(one) === null);
  const decided = siblings.filter((one) => decisionOf(one) !== null);
  type Sibling = Pick<(typeof siblings)[number], 'ticker' | 'question' | 'group_title'>;
  const nameOf = (one: Sibling): string => one.group_title ?? one.question;
  const linkTo = (one: Sibling): Html => marketLink({ exchange, ticker: one.ticker }, nameOf(one));
  return section('siblings', event?.title ?? 'The same event', [
    open.length > 0 &&
      table(
        'Open markets of the same event',
        [...open, ...(decisionOf(market) === null ? [market] : [])].sort((a, b) =>
          (a.deadline ?? '').localeCompare(b.deadline ?? ''),
        ),
        [
          [
            { title: 'Question' },
            (one) => (one.ticker === market.ticker ? html`<strong>${nameOf(one)}</strong> (this one)` : linkTo(one)),
          ],
          [{ figure: 'Market' }, (one) => percent(one.yes_price)],
          [{ words: 'From 0 to 100 %', wide: true }, (one) => dumbbell({ market: one.yes_price, model: null })],
        ],
      ),
    decided.length > 0 &&
      folded(
        `${counted(decided.length, 'market')} of it ${decided.length === 1 ? 'is' : 'are'} decided`,
        table('Decided markets of the same event', decided, [
          [{ title: 'Question' }, linkTo],
          ['Decided', decisionOf],
        ]),
      ),
  ]);
};

const LIKE_SHOWN = 4;

export const likeSection = (like: readonly LikeMarket[], now: number): HtmlValue => {
  const others = like.filter((one) => !one.is_same && !one.is_rung).slice(0, LIKE_SHOWN);
  return (
    others.length > 0 &&
    section(
      'like',
      'Like this one',
      table('Open markets about the same places and actors', others, [
        [{ title: 'Question' }, (one) => html`${marketLink(one, one.question)} <small>${spoken(one.exchange)}</small>`],
        [{ figure: 'Market' }, (one) => percent(one.yes_price)],
        [{ figure: 'Model' }, (one) => modelFigure(one.said, now)],
        [{ words: 'From 0 to 100 %', wide: true }, (one) => quotedDumbbell(one, one.said)],
      ]),
    )
  );
};

export const shareSection = ({ exchange, ticker }: MarketDetailResponse, { base }: Site): Html => {
  const name = `${encodeURIComponent(exchange)}/${encodeURIComponent(ticker)}`;
  const [card, badge] = [`/embed/market/${name}`, `/api/badge/market/${name}.svg`];
  return html`<details id="share" class="unprinted">
    <summary>Show it on another site</summary>
    <p>
      This page keeps its address. Other sites may show <a href="${card}">a card</a> or
      <a href="${badge}">a badge (SVG)</a> of it, which follow the figures:
    </p>
    <pre tabindex="0" aria-label="Markup of the card and of the badge">
${`<iframe src="${base}${card}" width="420" height="200" title="Market"></iframe>
<img src="${base}${badge}" alt="Market and model">`}</pre>
  </details>`;
};
