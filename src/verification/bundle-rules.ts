/** Rules within a replay bundle, and between it and its intent. Pure. */
import { DIRECTIONS } from '../forecasting/forecast';
import { spreadOf } from '../forecasting/input/fit';
import { intelSummary } from '../forecasting/replay-bundle';
import { median } from '../platform/common/median';
import { sha256Hex } from '../platform/common/sha256';
import { insist } from './finding';
import { canonicalText, isObject, Members, readObject, without, type JsonObject } from './received-json';

/** @param intent null for a bundle of version 1.0.0, which has none. @throws Broken */
export const checkBundle = (bundle: Members, intent: Members | null): void => {
  const input = bundle.at('input');
  const inputSha256 = sha256Hex(canonicalText(input.object));
  bundle.equal('input_sha256', inputSha256, 'the SHA-256 of its input');
  const prediction = bundle.at('prediction');
  prediction.equal('model', input.at('model').object['name'], 'the model that was asked');
  const probability = prediction.number('probability_yes');
  insistShare(prediction.what, probability, 'probability_yes');
  insistShare(prediction.what, prediction.number('confidence'), 'confidence');
  bundle.equal('intel_summary', intelSummaryOf(input), 'which follows from its input');
  checkOrder(bundle, input, intent);
  if (intent === null) return;
  checkSpread(input.at('market'));
  for (const item of itemsOf(input)) new Members(`${input.what} items`, item).instant('first_seen_at');
  intent.equal('input_sha256', inputSha256, 'the SHA-256 of the input of its bundle');
  intent.equal('model', input.object['model'], 'that of the input of its bundle');
  intent.equal('trigger', input.object['trigger'], 'that of the input of its bundle');
  const alert = input.object['alert'];
  intent.equal('alert_id', isObject(alert) ? alert['id'] : null, 'that of the input of its bundle');
  for (const name of ['exchange', 'ticker'])
    intent.equal(name, input.at('question').object[name], 'which its bundle is about');
  checkDraws(bundle, prediction);
  checkJoint(bundle, intent, probability);
};

const checkSpread = (quote: Members): void => {
  const [bid, ask] = [quote.numberOrNull('yes_bid'), quote.numberOrNull('yes_ask')];
  quote.equal('spread', spreadOf(bid, ask), 'ask − bid');
};

/** Checks a call about several markets: the intents named them, the bundles have the answer for each. */
const checkJoint = (bundle: Members, intent: Members, probability: number): void => {
  const announced = intent.object['joint'];
  if (bundle.object['joint'] === undefined && announced === undefined) return;
  const joint = bundle.objects('joint');
  const named = joint.map((one) => without(one, 'probability_yes'));
  intent.equal('joint', named, 'which its bundle says');
  bundle.insist(joint.length > 1, 'joint names fewer than two markets');
  const own = joint.filter((one) => one['bundle_id'] === bundle.object['bundle_id']);
  bundle.insist(own.length === 1, 'joint does not name it once');
  const [mine = {}] = own;
  bundle.insist(
    mine['input_sha256'] === bundle.object['input_sha256'] &&
      mine['probability_yes'] === probability &&
      mine['ticker'] === bundle.at('input').at('question').object['ticker'],
    'joint says something else of it',
  );
};

/** Items were read before the input was frozen, which was before the call, which was before the answer. */
const checkOrder = (bundle: Members, input: Members, intent: Members | null): void => {
  const frozen = isObject(input.object['now']) ? input.at('now').instant('frozen_at') : null;
  const until = frozen ?? bundle.instant('made_at');
  for (const item of itemsOf(input)) {
    const seen = item['first_seen_at'];
    bundle.insist(
      typeof seen === 'string' && seen <= until,
      `item ${String(item['key'])} was first seen after its input was frozen`,
    );
  }
  if (frozen === null || intent === null) return;
  const quoted = input.at('market').textOrNull('quoted_at');
  bundle.insist(quoted === null || quoted <= frozen, 'the quote is later than frozen_at');
  const asked = intent.instant('asked_at');
  bundle.insist(frozen <= asked, 'its input was frozen after the model was asked');
  bundle.insist(asked <= bundle.instant('made_at'), 'was made before the model was asked');
};

/** The prediction is the median of the draws; its texts are those of the nearest draw. */
const checkDraws = (bundle: Members, prediction: Members): void => {
  const draws = bundle.list('draws').map((draw) => readObject(`${bundle.what} draws`, draw));
  bundle.insist(draws.length > 0, 'has no draws');
  for (const draw of draws) insistAnswer(new Members(`${bundle.what} draws`, draw));
  const numbers = (name: string): number[] => draws.map((draw) => Number(draw[name]));
  for (const name of ['probability_yes', 'confidence'])
    prediction.equal(name, roundedMedian(numbers(name)), 'the median of its draws');
  const middle = prediction.number('probability_yes');
  const distance = (draw: JsonObject): number => Math.abs(Number(draw['probability_yes']) - middle);
  const nearest = draws.reduce((best, draw) => (distance(draw) < distance(best) ? draw : best));
  for (const name of ['direction', 'reasoning'])
    prediction.equal(name, nearest[name], 'that of the draw nearest to the median');
};

/** An answer of a model. @throws Broken */
export const insistAnswer = (answer: Members): void => {
  for (const name of ['probability_yes', 'confidence']) insistShare(answer.what, answer.number(name), name);
  const known = DIRECTIONS.some((one) => one === answer.object['direction']);
  answer.insist(known, 'direction is not known');
};

const insistShare = (what: string, share: number, name: string): void => {
  insist(share >= 0 && share <= 1, what, `${name} is not within 0 and 1`);
};

const roundedMedian = (values: readonly number[]): number => Math.round(median(values) * 1000) / 1000;

const itemsOf = (input: Members): readonly JsonObject[] => input.objects('items');

/** As of an input that may lack members. */
export const intelSummaryOf = (input: Members): ReturnType<typeof intelSummary> => {
  const listed = (name: string): never[] => (Array.isArray(input.object[name]) ? (input.list(name) as never[]) : []);
  return intelSummary({ items: itemsOf(input) as never[], crowd: listed('crowd'), ontology: listed('ontology') });
};
