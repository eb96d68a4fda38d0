/** Predictions in other formats: feed entries and STIX. Pure. */
import { feedTitle, type FeedEntry, type NewsFeed } from '../platform/formats/news-feed';
import type { StixEntity, StixSaying } from '../ontology/stix';
import type { PredictionDetailRow, PredictionRow, StoredPrediction } from './predictions.dto';

interface FeedOf {
  readonly exchange: string;
  readonly ticker: string;
  /** Public address without a trailing slash. */
  readonly base: string;
  /** UTC ms. */
  readonly now: number;
  readonly synthetic: boolean;
}

/** Newest forecasts of a market as a feed. */
export const predictionsFeed = (rows: readonly PredictionRow[], of: FeedOf): NewsFeed => {
  const market = `${encodeURIComponent(of.exchange)}/${encodeURIComponent(of.ticker)}`;
  const list = `${of.base}/v1/markets/${market}/predictions`;
  const question = rows[0]?.prediction.question ?? `${of.exchange} ${of.ticker}`;
  return {
    title: feedTitle(`forecasts of “${question}”`, of.synthetic),
    atomUrl: `${list}.atom`,
    jsonUrl: `${list}.feed.json`,
    listUrl: list,
    now: of.now,
    entries: rows.map(({ prediction }) => entry(prediction, of.base, market)),
  };
};

const entry = (prediction: StoredPrediction, base: string, market: string): FeedEntry => {
  const at = Date.parse(prediction.made_at);
  return {
    id: addressOf(prediction, base),
    title: headline(prediction),
    link: `${base}/markets/${market}`,
    linkType: 'text/html',
    publishedAt: at,
    updatedAt: at,
    summary: prediction.reasoning ?? '',
    categories: [prediction.direction],
  };
};

const addressOf = ({ id }: StoredPrediction, base: string): string =>
  `${base}/v1/predictions/${encodeURIComponent(id)}`;

/** `YES at 21 % (market 25 %)` */
const headline = ({ probability_yes: yes, market_yes_price: price }: StoredPrediction): string =>
  `YES at ${percent(yes)}${price === undefined ? ', no market price' : ` (market ${percent(price)})`}`;

const percent = (share: number): string => `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;

export const forecastSaying = (
  { prediction, market_url }: PredictionDetailRow,
  about: readonly StixEntity[],
  base: string,
): StixSaying => {
  const made = Date.parse(prediction.made_at);
  const { replay_bundle_id: bundle, bundle_sha256: sha256 } = prediction;
  return {
    id: prediction.id,
    title: `${headline(prediction)}: ${prediction.question ?? prediction.ticker}`,
    text: [
      `A forecast by a model of the question “${prediction.question ?? prediction.ticker}” as ${prediction.exchange} lists it: YES with probability ${prediction.probability_yes}, made at ${prediction.made_at}. It is not a report of a fact.`,
      ...(prediction.reasoning === undefined ? [] : [prediction.reasoning]),
    ].join('\n\n'),
    created: made,
    modified: made,
    confidence: Math.round(prediction.confidence * 100),
    references: [
      { source_name: 'vedette', external_id: prediction.id, url: addressOf(prediction, base) },
      {
        source_name: prediction.exchange,
        external_id: prediction.ticker,
        ...(market_url === null ? {} : { url: market_url }),
      },
      ...(bundle === undefined || sha256 === undefined
        ? []
        : [
            {
              source_name: 'vedette-replay-bundle',
              external_id: bundle,
              description: `SHA-256 of the canonical JSON of its member bundle: ${sha256}`,
              url: `${base}/api/replay-bundle/${bundle}`,
            },
          ]),
    ],
    about,
  };
};
