/** Checks the list of predictions against the bundles: each is listed once, unchanged. Pure. */
import { round4 } from '../platform/common/ten-thousandths';
import { incoherentForecasts } from '../forecasting/input/coherence';
import type { ForecastInput } from '../forecasting/input/forecast-input';
import { dayFilePath, proofPath } from '../registry/registry-path';
import { stateOf } from './claims';
import type { LoggedDocument } from './documents';
import { Broken, insist } from './finding';
import type { Listed } from './listings';
import { marketOfBundle, tradeIdOf, type History } from './history';
import { isObject, Members, type JsonObject, without } from './received-json';

export const PREDICTIONS_PATH = '/v1/predictions?limit=500';

/** @param rows of all populations, newest first @returns the number of imported ones @throws Broken */
export const checkPredictions = ({ rows, whole }: Listed, history: History): number => {
  const due = [...history.bundles.values()].sort((left, right) => right.index - left.index);
  let own = 0;
  rows.forEach((value, index) => {
    const what = `${PREDICTIONS_PATH} entry ${index}`;
    const row = Members.of(what, value);
    if (/^import:/.test(row.text('population')) && row.object['record'] === null) return;
    const bundle = due[own];
    if (bundle === undefined) throw new Broken(what, 'has no bundle in the log');
    checkRow(row, bundle, history);
    own += 1;
  });
  const missing = due[own];
  insist(!whole || missing === undefined, PREDICTIONS_PATH, `does not list ${missing?.record.id ?? ''}`);
  return rows.length - own;
};

const checkRow = (row: Members, bundle: LoggedDocument, history: History): void => {
  const due = predictionRow(bundle, history);
  row.insistKnown([...Object.keys(due), ...UNSAID]);
  for (const [name, value] of Object.entries(due)) row.equal(name, value, 'which the log says');
};

/** Members missing from a bundle 1.0.0. */
const UNSAID = ['model_name', 'prompt_id', 'draws', 'draw_spread', 'trigger', 'alert_id'];

export const predictionRow = (bundle: LoggedDocument, history: History): JsonObject => {
  const { record, members, index } = bundle;
  const input = members.at('input');
  const [question, market] = [input.at('question').object, input.at('market').object];
  const prediction = members.at('prediction');
  const answer = without(prediction.object, 'reasoning');
  const settlement = history.settlementOf(marketOfBundle(bundle));
  const side = prediction.textOrNull('side');
  const trade = side === null ? null : tradeIdOf(record.id, side);
  const price = input.at('market').numberOrNull('yes_price');
  return {
    ...answer,
    id: record.id,
    replay_bundle_id: record.id,
    made_at: record.made_at,
    population: 'own',
    exchange: question['exchange'],
    ticker: question['ticker'],
    question: question['text'],
    market_yes_price: price,
    market_yes_bid: market['yes_bid'],
    market_yes_ask: market['yes_ask'],
    edge: price === null ? null : round4(prediction.number('probability_yes') - price),
    trade_id: trade !== null && history.trades.has(trade) ? trade : null,
    state: stateOf(settlement),
    outcome: settlement?.object['outcome'] ?? null,
    incoherent: [],
    unsupported: members.object['unsupported'] ?? [],
    record: {
      leaf_index: index,
      sha256: record.sha256,
      day_file: dayFilePath(record.made_at.slice(0, 10)),
      proof: proofPath(record.sha256),
    },
    ...(members.object['schema_version'] === '1.0.0' ? {} : saidSince2(members, input)),
  };
};

const saidSince2 = (members: Members, input: Members): JsonObject => {
  const draws = members.objects('draws').map((draw) => Number(draw['probability_yes']));
  const model = input.at('model').object;
  const alert = input.object['alert'];
  const probability = members.at('prediction').number('probability_yes');
  return {
    incoherent: hasSiblings(input.object) ? incoherentForecasts(input.object, probability, jointOf(members)) : [],
    model_name: model['version'],
    prompt_id: model['prompt_id'],
    draws,
    draw_spread: draws.length < 2 ? null : round4(Math.max(...draws) - Math.min(...draws)),
    trigger: input.object['trigger'],
    alert_id: isObject(alert) ? alert['id'] : null,
  };
};

/** Answers of the same call for further markets of the event. */
const jointOf = (bundle: Members): { ticker: string; probability_yes: number }[] =>
  bundle.object['joint'] === undefined
    ? []
    : bundle
        .objects('joint')
        .map((one) => ({ ticker: String(one['ticker']), probability_yes: Number(one['probability_yes']) }));

/** Whether an input has further markets of its event; its integrity is proven by its hash. */
const hasSiblings = (input: unknown): input is ForecastInput => {
  const question = isObject(input) ? input['question'] : null;
  const group = isObject(question) ? question['group'] : null;
  return isObject(group) && Array.isArray(group['siblings']);
};
