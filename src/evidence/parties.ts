/** Determines the separate parties of a question. */
import type { AliasResolver } from '../resolver/alias-resolver';
import type { CoverMap } from './cover';
import type { Party } from './market-scope';

type Mentions = ReturnType<AliasResolver['resolve']>['mentions'];

type OwnName =
  { readonly cover: CoverMap; readonly part: number | null } | { readonly skeleton: string; readonly word: string };

/** A town or a person missing from the ontology, with or without a row in the list of names. */
export const byNameOnly = (entity: string, own: OwnName): Party => ({
  entity,
  cover: new Map(),
  isHub: false,
  isOfHub: false,
  isSpecific: true,
  soleFoe: null,
  part: null,
  skeleton: null,
  word: null,
  ...own,
});

/**
 * "Khamenei" is the name of two people, and a question means one of them: entities that cover either cover the party.
 * "Crimean Bridge" names the bridge and Crimea, and means the bridge.
 */
export const oneAName = (parties: readonly Party[], mentions: Mentions): Party[] => {
  const kept: Party[] = [];
  for (const party of parties) {
    const at = kept.findIndex(({ entity }) => areOneName(entity, party.entity, mentions));
    const first = kept[at];
    if (first === undefined) kept.push(party);
    else if (liesIn(party, first)) kept[at] = party;
    else if (!liesIn(first, party)) kept[at] = eitherOf(first, party);
  }
  return kept;
};

const liesIn = (part: Party, whole: Party): boolean => {
  const [step, ...others] = whole.cover.get(part.entity)?.[0]?.steps ?? [];
  return step?.from === part.entity && [step, ...others].every(({ type }) => type === 'located_in');
};

/** A party covered by entities that cover one of two. */
const eitherOf = (first: Party, second: Party): Party => {
  const more = [...second.cover].filter(
    ([entity, [path]]) => (path?.factor ?? 0) > (first.cover.get(entity)?.[0]?.factor ?? 0),
  );
  return { ...first, cover: new Map([...first.cover, ...more]) };
};

/** Between alternatives: "France, UK or Germany", "Egypt/Jordan"; a comma only if an "or" follows. */
const OR = /^\s*(?:(?:,\s*)?or\s+|\/\s*)(?:the\s+)?$/;
const COMMA = /^\s*,\s*$/;

/** "Will France, UK or Germany strike Iran": the three are one party. A hub stays separate, it may be unnamed. */
export const oneOfSeveral = (parties: readonly Party[], mentions: Mentions, question: string): Party[] => {
  const spans = mentions.map(({ entity, start, end }) => ({ entity, start, end }));
  spans.sort((one, other) => one.start - other.start);
  const groups: string[][] = [];
  for (const [at, { entity, start }] of spans.entries()) {
    const before = spans[at - 1];
    const isNext = before !== undefined && isChoice(question.slice(before.end, start), question.slice(start));
    if (isNext) groups.at(-1)?.push(entity);
    else groups.push([entity]);
  }
  const kept: Party[] = [];
  for (const party of parties) {
    const group = groups.find((one) => one.includes(party.entity)) ?? [];
    const at = kept.findIndex(
      (one) => !one.isHub && !party.isHub && group.includes(one.entity) && one.skeleton === null,
    );
    const first = kept[at];
    if (first === undefined) kept.push(party);
    else kept[at] = eitherOf(first, party);
  }
  return kept;
};

const isChoice = (between: string, rest: string): boolean =>
  OR.test(between) || (COMMA.test(between) && /^[^,?]*(?:,\s+|\s)or\s/.test(rest));

const areOneName = (one: string, other: string, mentions: Mentions): boolean => {
  const of = (entity: string): Mentions => mentions.filter((mention) => mention.entity === entity);
  return of(one).length > 0 && of(one).every(({ start }) => of(other).some((mention) => mention.start === start));
};

/** "Putin out as President of Russia" is about Putin: a party covered by another one is dropped. */
export const withoutCovered = (parties: readonly Party[]): Party[] =>
  parties.filter(
    ({ entity, cover }) =>
      !parties.some(
        (other) =>
          other.entity !== entity &&
          (cover.get(other.entity)?.[0]?.factor ?? 0) > (other.cover.get(entity)?.[0]?.factor ?? 0),
      ),
  );
