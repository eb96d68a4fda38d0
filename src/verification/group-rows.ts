/** Group records of the dataset 0.2.0: answers of one call about markets that form one question. Pure. */
import { groupAnswers, groupRecord, type GroupAnswer, type GroupRecord } from '../dataset/group-record';
import { fieldsOf } from '../platform/common/foreign-json';
import { insistCopy, type SettledBundle } from './answer-rows';
import type { LoggedDocument } from './documents';
import { Broken, insist } from './finding';
import { insistVersion } from './published-rows';
import { insistKnown, isObject, linesOf, Members, readCanonical, readObject, sameJson, shortly } from './received-json';

export const GROUPS_PATH = '/api/dataset/0.2.0/groups.jsonl';

interface DueGroup {
  readonly record: GroupRecord;
  readonly group: GroupAnswer;
}

/** In order of the first bundle of their call. */
export const groupsDue = (settled: readonly SettledBundle[]): readonly DueGroup[] => {
  const byId = new Map(settled.map(({ bundle, answers }) => [bundle.record.id, answers]));
  return settled.flatMap(({ bundle }): DueGroup[] => {
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

/** @returns the number of groups. @throws Broken at the first difference */
export const checkGroups = (text: string, due: readonly DueGroup[]): number => {
  const lines = linesOf(GROUPS_PATH, text);
  for (const [index, line] of lines.entries()) {
    const what = `${GROUPS_PATH} line ${index + 1}`;
    const row = new Members(what, readObject(what, readCanonical(what, line)));
    const expected = due[index];
    if (expected === undefined) throw new Broken(what, 'has no call in the log');
    insistVersion(row, expected.record.schema_version);
    insistKnown(what, row.object, Object.keys(expected.record));
    for (const [name, value] of Object.entries(expected.record)) if (name !== 'anchor') insistSame(row, name, value);
    if (row.object['anchor'] !== null) insistShown(row.at('anchor'), expected.group);
  }
  const missing = due[lines.length];
  if (missing !== undefined) throw new Broken(GROUPS_PATH, `has no row for ${missing.record.sample_id}`);
  return lines.length;
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
  insistKnown(anchor.what, anchor.object, ['registry_date', 'registry_url', 'wayback_url']);
  const dates = new Set(answers.map(({ row }) => row.made_at.slice(0, 10)));
  const newest =
    answers
      .map(({ row }) => row.made_at)
      .sort()
      .at(-1) ?? '';
  insist(
    dates.size === 1 && dates.has(anchor.text('registry_date')),
    anchor.what,
    'registry_date is not the day of all of its records',
  );
  insistCopy(anchor, newest, firstResolvedAt);
};
