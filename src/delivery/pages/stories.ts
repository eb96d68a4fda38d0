import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { formatMillis } from '../../platform/common/utc-time';
import type { Morning, Story } from './morning';
import type { ThenAndNow } from './market-pages.repository';
import { actsSentence, glossOf } from './gloss';
import type { Names } from './site';
import { empty, notice, table } from './elements';
import { clockTime, closesIn, dayAndMonth, modelFigure, none, percentText } from './figures';
import { marketLink } from './links';
import { foreign } from './names';

/** @param aged whether ages of forecasts count from now (`ago`) or from the end of a past day (`before`) */
export const storiesSection = (morning: Morning, names: Names, aged: 'ago' | 'before' = 'ago'): Html => {
  const { stories, moved, decided, totals, at } = morning;
  if (stories.length + moved.length + decided.length === 0)
    return empty(
      'Nothing that stands out: no surge, no event that three publishers report, no move of five points, no decision.',
    );
  return html`${stories.map((story) => storyArticle(story, { at, aged }, names))}
  ${
    moved.length > 0 &&
    html`<article class="story">
      <div>
        <h3>Prices that moved without a surge of reports ${partOf(moved.length, totals.moved, 'the largest')}</h3>
      </div>
      ${marketsTable('Markets that moved', moved, { at, aged })}
    </article>`
  }
  ${
    decided.length > 0 &&
    html`<article class="story">
      <div>
        <h3>Decided ${partOf(decided.length, totals.decided, 'the newest')}</h3>
      </div>
      <ul>
        ${decided.map(({ market, words }) => html`<li>${marketLink(market, market.question)}: ${words}</li>`)}
      </ul>
    </article>`
  }`;
};

/** If not all are shown: `the largest 4 of 11`. */
const partOf = (told: number, all: number, which: string): HtmlValue =>
  told < all && html`<small>${which} ${told} of ${all}</small>`;

/** Reference time of the page, UTC ms. */
interface Told {
  readonly at: number;
  readonly aged: 'ago' | 'before';
}

const storyArticle = (
  { title, path, at, unusual, first, reports, others, odd, markets }: Story,
  now: Told,
  names: Names,
): Html =>
  html`<article class="story">
    <div>
      <h3><a href="${path}">${title}</a> <small>${whenOf(at, now.at)}</small></h3>
      <p>${unusual}</p>
      ${
        first !== null &&
        html`<p>
          First, at ${clockTime(formatMillis(first.at))}, ${names.source(first.source)}:
          <a href="/log/${encodeURIComponent(first.id)}">${foreign(first.title, first.lang)}</a>
          ${glossOf(first.title, first.lang, names)}
        </p>`
      }
      <p>${others} ${actsSentence(reports, names)}</p>
      ${odd !== null && notice(odd)}
    </div>
    ${markets.length === 0 ? empty('No open market asks about it.') : marketsTable(`Markets beside “${title}”`, markets, now)}
  </article>`;

const whenOf = (at: number, now: number): Html => {
  const text = formatMillis(at);
  return html`${text.slice(0, 10) !== formatMillis(now).slice(0, 10) && `${dayAndMonth(text)}, `}${clockTime(text)} UTC`;
};

const marketsTable = (caption: string, markets: readonly ThenAndNow[], now: Told): Html =>
  table(caption, markets, [
    [{ title: 'Market' }, (market) => marketLink(market, market.question)],
    [{ figure: 'Price before → after' }, priceWords],
    [{ figure: 'Model before → after' }, (market) => modelWords(market, now)],
    [{ figure: 'Closes in' }, (market) => market.outcome ?? closesIn(market.closes, now.at)],
  ]);

const priceWords = ({ price_then: then, price_now: now }: ThenAndNow): HtmlValue => {
  if (now === null) return none('no price');
  return then === null ? percentText(now) : html`${percentText(then)} → <strong>${percentText(now)}</strong>`;
};

const modelWords = ({ said_then: then, said_now: said }: ThenAndNow, { at, aged }: Told): HtmlValue =>
  then === null || said === null || then.made_at === said.made_at
    ? modelFigure(said, at, aged)
    : html`${percentText(then.probability_yes)} → ${modelFigure(said, at, aged)}`;
