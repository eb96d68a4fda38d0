/**
 * Signs of states in Chinese headlines: 泰柬 is Thailand and Cambodia, 赴法 "to France", 德防长 the German minister of
 * defence. Every pair of signs is a form of both states.
 */
import { type AliasEntry, entriesOf, textsOf } from './alias-seed';
import type { EntityNames } from './entity-names';
import { isRecord } from './yaml-text';

const LANGUAGE = 'zh';
/** Context required by a pair. */
const RULE = 'zh-diplomacy';
const BEFORE = ['访', '赴', '驻', '反', '亲', '涉', '援'];
const AFTER = [
  ...[
    '方',
    '军',
    '媒',
    '政府',
    '议会',
    '海军',
    '空军',
    '海警',
    '战机',
    '导弹',
    '无人机',
    '船只',
    '渔船',
    '公务船',
    '油轮',
    '央行',
  ],
  ...['总统', '前总统', '总理', '首相', '特使', '大使', '外长', '副外长', '防长', '财长', '外交部', '国防部'],
];
/** "Within" and "day" in ordinary words. */
const COMMON = ['中', '日'];
/** 美对华: what America does to China. */
const CHINA_AS_OBJECT = { id: 'china', sign: '华' };

export const withPairs = (entities: readonly EntityNames[]): readonly EntityNames[] => {
  const stated = new Set(
    entities.flatMap(({ aliases }) => entriesOf(aliases[LANGUAGE] ?? {}).flatMap((entry) => [...textsOf(entry)])),
  );
  const signs = entities.flatMap((entity) => signOf(entity) ?? []);
  return entities.map((entity) => {
    const own = signOf(entity);
    if (own === null) return entity;
    const pairs = signs
      .filter(({ id, sign }) => id !== own.id && !stated.has(own.sign + sign))
      .map(({ id, sign }): AliasEntry => ({ text: own.sign + sign, also: [id], rule: RULE }));
    const acts = COMMON.includes(own.sign)
      ? []
      : [...signs, CHINA_AS_OBJECT]
          .filter(({ id }) => id !== own.id)
          .map(({ id, sign }): AliasEntry => ({ text: `${own.sign}对${sign}`, also: [id] }));
    const compounds = COMMON.includes(own.sign)
      ? []
      : [...BEFORE.map((word) => word + own.sign), ...AFTER.map((word) => own.sign + word)];
    const known = entity.aliases[LANGUAGE] ?? {};
    const forms = [...(known.forms ?? []), ...pairs, ...acts, ...compounds.filter((form) => !stated.has(form))];
    return { ...entity, aliases: { ...entity.aliases, [LANGUAGE]: { ...known, forms } } };
  });
};

const signOf = ({ id, yaml: { value } }: EntityNames): { id: string; sign: string } | null => {
  const sign = isRecord(value) ? value['sign'] : undefined;
  return typeof sign === 'string' ? { id, sign } : null;
};
