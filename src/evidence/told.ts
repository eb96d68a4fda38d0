/** The act and the topics of an item, relative to a question. */
import type { ActTold, Nearness, TopicTold } from './compared';
import type { RuleSeed } from './evidence-seed';
import type { ItemReading, Touch } from './item-reading';
import type { MarketScope, Party } from './market-scope';

export const actOf = ({ asks, parties }: MarketScope, { acts }: ItemReading, rule: RuleSeed): ActTold => {
  const { asked, close, related, weak, none } = rule.act;
  const ofParties = parties.length > 1 ? 1 : rule.one_party;
  const ofRelated = related * ofParties;
  // A summary of a party's day has many acts.
  const inText = parties.length > 1 ? rule.in_text : rule.alone_in_text;
  if (asks === null)
    return {
      factor: acts.size > 0 ? weak * ofParties : none,
      nearness: 'far',
      isTitle: false,
      path: () => 'asks for no known act',
    };
  let best: ActTold = {
    factor: acts.size > 0 ? weak * ofParties : none,
    nearness: 'far',
    isTitle: false,
    path: () => `nothing of ${asks}`,
  };
  const take = (name: string, factor: number, nearness: Nearness): void => {
    const said = acts.get(name);
    if (said === undefined) return;
    const isTitle = said.place === 'title';
    const weighed = factor * (isTitle ? 1 : inText);
    if (weighed > best.factor)
      best = {
        factor: weighed,
        nearness,
        isTitle,
        path: () => `${name} by "${said.by}" in the ${said.place} for ${asks}: ${rounded(weighed)}`,
      };
  };
  const near = rule.acts[asks];
  take(asks, asked, 'asked');
  for (const name of near?.close ?? []) take(name, close, 'close');
  for (const name of near?.related ?? []) take(name, ofRelated, 'far');
  return best;
};

export const topicOf = ({ topics, acts }: ItemReading, { topic }: RuleSeed, isAsked: boolean): TopicTold => {
  let factor = 1;
  const paths: string[] = [];
  for (const { name, place, by } of topics.values()) {
    const isStrong = topic.strong.includes(name);
    if (place === 'text' && (!isStrong || acts.size > 0)) continue;
    if (!isStrong && isAsked) continue;
    const one = isStrong ? topic.strong_factor : topic.weak_factor;
    if (one < factor) factor = one;
    paths.push(`${name} by "${by}": ${one}`);
  }
  return { factor, paths };
};

/** To a thousandth. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export const wordsOfPath = ({ entity }: Party, touch: Touch, types: readonly string[], factor: number): string => {
  const way = [touch.entity, ...types].join(' ');
  const where = touch.place === 'title' ? 'title' : 'text';
  return `${entity} by "${touch.by}" in the ${where}${touch.entity === entity ? '' : ` (${way})`}: ${rounded(factor)}`;
};
