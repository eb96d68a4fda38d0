/** Lead times as they are published. Price moves are in no record: only what the figures say of each other can be checked. Pure. */
import { SOURCE_TYPES } from '../platform/common/source-type';
import type { LeadTimeAnalysis, LeadTimeRow } from '../track-record/lead-time-analysis';
import { insist } from './finding';
import { insistMembers, Members, readObject } from './received-json';

const MEMBERS: readonly (keyof LeadTimeAnalysis)[] = ['days', 'moves', 'controls', 'by_source_type', 'by_source'];
const ROW: readonly (keyof LeadTimeRow)[] = [
  'name',
  'moves',
  'share',
  'control_share',
  'median_first_lead_seconds',
  'median_last_lead_seconds',
];

/** @param days window of the figures beside it. @throws Broken */
export const checkLeadTime = (leadTime: Members, days: number): void => {
  insistMembers(leadTime.what, leadTime.object, MEMBERS);
  const [moves, controls] = [leadTime.number('moves'), leadTime.number('controls')];
  leadTime.equal('days', days, 'the window of the figures');
  insist(controls <= moves, leadTime.what, 'has more control periods than moves');
  const [types, sources] = (['by_source_type', 'by_source'] as const).map((name) => rowsOf(leadTime, name)) as [
    Members[],
    Members[],
  ];
  insist(
    (types.length === 0) === (sources.length === 0),
    leadTime.what,
    'names sources without their kind, or kinds without a source',
  );
  for (const row of types)
    insist(
      SOURCE_TYPES.some((type) => type === row.object['name']),
      row.what,
      'name is no kind of source',
    );
  for (const rows of [types, sources]) {
    insist(new Set(rows.map((row) => row.text('name'))).size === rows.length, leadTime.what, 'names a source twice');
    rows.forEach((row, index) => {
      checkRow(row, moves, controls);
      insist(row.number('moves') <= (rows[index - 1]?.number('moves') ?? moves), row.what, 'is out of order');
    });
  }
};

const rowsOf = (leadTime: Members, name: 'by_source_type' | 'by_source'): Members[] =>
  leadTime.list(name).map((value) => {
    const what = `${leadTime.what} ${name}`;
    return new Members(what, readObject(what, value));
  });

const checkRow = (row: Members, moves: number, controls: number): void => {
  insistMembers(row.what, row.object, ROW);
  row.equal('share', row.number('moves') / moves, 'its moves over all moves');
  const control = row.numberOrNull('control_share');
  const spoke = (control ?? 0) * controls;
  insist(
    (control === null) === (controls === 0) &&
      spoke >= 0 &&
      spoke <= controls &&
      Math.abs(spoke - Math.round(spoke)) < 1e-6,
    row.what,
    'control_share is no share of the control periods',
  );
  const [first, last] = [row.number('median_first_lead_seconds'), row.number('median_last_lead_seconds')];
  insist(first >= last - 1e-9 && last >= 0, row.what, 'the first word came after the last, or after the move');
  insist(row.text('name').trim() === row.object['name'], row.what, 'name has white space around it');
};
