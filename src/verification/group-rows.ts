/** Group records of the dataset 0.2.0: answers of one call about markets that form one question. Pure. */
import { groupAnswers, groupRecord, type GroupAnswer } from '../dataset/group-record';
import { fieldsOf } from '../platform/common/foreign-json';
import { insistCopy, type SettledBundle } from './answer-rows';
import type { LoggedDocument } from './documents';
import { Broken } from './finding';
import { insistVersion } from './published-rows';
import { checkLines, isObject, Members, sameJson, shortly } from './received-json';

export const GROUPS_PATH = '/api/dataset/0.2.0/groups.jsonl';

/** In order of the first bundle of their call. */
export const groupsDue = (settled: readonly SettledBundle[]) => {
  const byId = new Map(settled.map(({ bundle, answers }) => [bundle.record.id, answers]));
  return settled.flatMap(({ bundle }) => {
    const call = callOf(bundle);
    if (call[0] !== bundle.record.id) return [];
    const markets = call.flatMap((id) => byId.get(String(id)) ?? []);
    if (markets.length < call.length) return [];
    return groupAnswers({ exclusive: isExclusive(bundle), markets }).map((group) => ({
      group,
      record: groupRecord(group, []),
    }));
  });
};

/** Ids of the bundles of a call about several markets; empty for a single market. */
const callOf = ({ members: { object } }: LoggedDocument): readonly unknown[] => {
  const joint = Array.isArray(object['joint']) ? object['joint'] : [];
  return joint.length < 2 ? [] : joint.map((one) => fieldsOf(one)['bundle_id']);
};

const isExclusive = ({ members }: LoggedDocument): boolean =>
  fieldsOf(members.at('input').at('question').object['group'])['exclusive'] === true;

type DueGroup = ReturnType<typeof groupsDue>[number];

/** @returns the number of groups. @throws Broken at the first difference */
export const checkGroups = (text: string, due: readonly DueGroup[]): number => {
  const because = {
    surplus: 'has no call in the log',
    missing: ({ record }: DueGroup): string => `has no row for ${record.sample_id}`,
  };
  return checkLines(GROUPS_PATH, text, due, because, (row, { record, group }) => {
    insistVersion(row, record.schema_version);
    row.insistKnown(Object.keys(record));
    for (const [name, value] of Object.entries(record)) if (name !== 'anchor') insistSame(row, name, value);
    if (row.object['anchor'] !== null) insistShown(row.at('anchor'), group);
  }).length;
};

/** A theater may have been filled in since. */
const insistSame = (row: Members, name: string, due: unknown): void => {
  const given = row.object[name];
  const same = isObject(due) && isObject(given) && due['theater'] === null ? { ...given, theater: null } : given;
  if (!sameJson(same, due))
    throw new Broken(row.what, `${name} is ${shortly(given)}, and the log says ${shortly(due)}`);
};

/** One copy must contain all records of the call. */
const insistShown = (anchor: Members, { answers, firstResolvedAt }: GroupAnswer): void => {
  anchor.insistKnown(['registry_date', 'registry_url', 'wayback_url']);
  const dates = new Set(answers.map(({ made_at: at }) => at.slice(0, 10)));
  const newest =
    answers
      .map(({ made_at: at }) => at)
      .sort()
      .at(-1) ?? '';
  anchor.insist(
    dates.size === 1 && dates.has(anchor.text('registry_date')),
    'registry_date is not the day of all of its records',
  );
  insistCopy(anchor, newest, firstResolvedAt);
};
