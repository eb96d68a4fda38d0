/** Resolves names claimed twice: Somalia has Puntland's name until Puntland has its own file. */
import { foldText } from '../folding/fold-text';
import { ALIAS_KINDS, type AliasEntry, type EntityAliases, entriesOf, textsOf } from './alias-seed';
import type { EntityNames } from './entity-names';
import { isRecord } from './yaml-text';

/** The entities without names that now belong to others. */
export const giveUpNames = (entities: readonly EntityNames[]): readonly EntityNames[] => {
  const bases = new Map(entities.map((entity) => [entity.id, basesOf(entity)]));
  const calledSo = new Map(entities.map((entity) => [foldText(calledOf(entity)), entity.id]));
  return entities.map((entity) => {
    const heirs = [...(bases.get(entity.id) ?? [])].flatMap((base) => calledSo.get(base) ?? []);
    const lost = new Set(heirs.filter((id) => id !== entity.id).flatMap((id) => [...(bases.get(id) ?? [])]));
    const own = foldText(calledOf(entity));
    return lost.size === 0 || lost.has(own) ? entity : without(entity, lost);
  });
};

const calledOf = ({ yaml: { value } }: EntityNames): string =>
  isRecord(value) && typeof value['name'] === 'string' ? value['name'] : '';

/** Folded stems of all names that are not shared explicitly. */
const basesOf = ({ aliases }: EntityNames): ReadonlySet<string> =>
  new Set(
    Object.values(aliases).flatMap((groups) =>
      entriesOf(groups)
        .filter((entry) => typeof entry === 'string' || entry.shared !== true)
        .flatMap(textsOf)
        .map(baseOf),
    ),
  );

const baseOf = (text: string): string => foldText(text.replace(/\|\S*/g, ''));

const without = (entity: EntityNames, lost: ReadonlySet<string>): EntityNames => {
  const kept = (entry: AliasEntry): AliasEntry[] => {
    const texts = textsOf(entry);
    const left = texts.filter((text) => !lost.has(baseOf(text)));
    if (left.length === texts.length) return [entry];
    if (left.length === 0 || typeof entry === 'string') return [];
    return [{ ...entry, text: left[0] ?? '', texts: left.slice(1) }];
  };
  const aliases = Object.entries(entity.aliases).map(([lang, groups]) => [
    lang,
    Object.fromEntries(ALIAS_KINDS.map((kind) => [kind, (groups[kind] ?? []).flatMap(kept)])) as EntityAliases,
  ]);
  return { ...entity, aliases: Object.fromEntries(aliases) as EntityNames['aliases'] };
};
