/**
 * Validates the resolver's seed and returns every defect with file, line and reason.
 *
 * Refused are: an empty alias; a common word without any condition; an alias of two entities without a distinguishing
 * rule; a phrase that is both an alias and refused; unknown or unused rules, word lists and classes; and duplicates
 * within a list (alias-tidy.ts).
 */
import { foldText } from '../folding/fold-text';
import {
  entriesOf,
  expandAliases,
  formsByName,
  LISTS_READ,
  textsOf,
  type AliasForm,
  type AliasSeed,
} from './alias-seed';
import { listsOf, tidyDefects } from './alias-tidy';
import type { EntityNames } from './entity-names';
import type { Knowledge } from './knowledge';
import type { SeedDefect, SeedText } from './seed-defect';
import { lineOf } from './yaml-text';

/** @param shared the file of rules shared by entities */
export const checkKnowledge = (
  { seed, entities }: Knowledge,
  entityIds: ReadonlySet<string>,
  shared: SeedText,
): readonly SeedDefect[] => {
  const places = new Places(entities, shared);
  const defects = [
    ...unreadableRules(seed, places),
    ...entities.flatMap((entity) => nameDefects(entity, entityIds, seed, places)),
  ];
  // The rest needs a seed that can be expanded.
  if (defects.length > 0) return defects;
  const forms = expandAliases(seed);
  return [
    ...stopWordDefects(forms, seed, places),
    ...collisionDefects(forms, places),
    ...tidyDefects(seed, (rule, needle, message) => places.ofRule(rule, needle, message)),
  ];
};

const unreadableRules = (seed: AliasSeed, places: Places): SeedDefect[] => {
  return Object.entries(seed.rules).flatMap(([name, rule]) => {
    if (typeof rule.say !== 'string') return [places.ofRule(name, '', `the rule "${name}" lacks "say"`)];
    return listsOf(rule)
      .flatMap(({ list }) => list)
      .filter((word) => word.startsWith('@') && seed.words[word.slice(1)] === undefined)
      .map((word) => places.ofRule(name, word, `No word list ${word}`));
  });
};

/** Empty aliases; unknown rules, classes and further entities. */
const nameDefects = (
  { id, aliases, refused }: EntityNames,
  entityIds: ReadonlySet<string>,
  seed: AliasSeed,
  places: Places,
): SeedDefect[] => {
  const isUnknown = (rule: string | undefined): boolean => rule !== undefined && seed.rules[rule] === undefined;
  return [
    ...Object.entries(aliases).flatMap(([lang, groups]) =>
      entriesOf(groups).flatMap((entry) => {
        const { rule, also = [] } = typeof entry === 'string' ? {} : entry;
        const texts = textsOf(entry);
        return [
          ...texts.flatMap((text) => textDefects(text, lang, seed).map((message) => places.of(id, text, message))),
          ...(isUnknown(rule)
            ? [places.of(id, texts[0] ?? '', `names a rule that does not exist: "${rule ?? ''}"`)]
            : []),
          ...also
            .filter((one) => !entityIds.has(one))
            .map((one) => places.of(id, one, `also names no entity: "${one}"`)),
        ];
      }),
    ),
    ...refused
      .filter(({ rule }) => isUnknown(rule))
      .map(({ texts, rule }) => places.of(id, texts[0] ?? '', `names a rule that does not exist: "${rule ?? ''}"`)),
  ];
};

const textDefects = (text: string, lang: string, seed: AliasSeed): string[] => {
  if (foldText(text.replaceAll('|', '')) === '') return [`holds an empty alias: "${text}"`];
  if (!text.includes('|')) return [];
  return text.split(' ').flatMap((word) => {
    const [, name] = word.split('|');
    const known = name === undefined || seed.paradigms[lang]?.[name] !== undefined;
    return known ? [] : [`names a class that ${lang} does not have: "${name}" in "${text}"`];
  });
};

/** Counts without any condition. */
const isBare = (form: AliasForm, seed: AliasSeed): boolean =>
  (form.rule === null || isUsualRule(form, seed)) && form.caseRule === 'any' && !form.only && form.article !== 'must';

/** The demonym rule of a language requires no context, which is not enough for a common word. */
const isUsualRule = ({ rule, lang }: AliasForm, seed: AliasSeed): boolean =>
  seed.files.some((file) => file.lang === lang && file.demonym_rule === rule);

const stopWordDefects = (forms: readonly AliasForm[], seed: AliasSeed, places: Places): SeedDefect[] => {
  const stopWords = new Set((seed.words[`${LISTS_READ.stopWords}/en`] ?? []).map(foldText));
  return forms
    .filter((form) => form.entity !== null && isBare(form, seed) && stopWords.has(form.folded))
    .map((form) => places.ofForm(form, `"${form.text}" is a common word: an alias like it needs a case or a rule`));
};

const collisionDefects = (forms: readonly AliasForm[], places: Places): SeedDefect[] => {
  return formsByName(forms).flatMap((same) => {
    if (same.length === 1) return [];
    // With equal conditions the entities cannot be distinguished.
    const claims = new Map<string, AliasForm>();
    return same.flatMap((form) => {
      if (form.shared) return [];
      const condition = JSON.stringify([
        form.rule,
        form.caseRule,
        form.article,
        form.only || form.rule !== null ? form.lang : '',
      ]);
      const before = claims.get(condition);
      if (before === undefined) {
        claims.set(condition, form);
        return [];
      }
      if (before.entity === form.entity) return [];
      const [alias, other] = form.entity === null ? [before, form] : [form, before];
      const claimed = other.entity === null ? 'refused as a phrase' : `claimed by ${other.entity}`;
      return [
        places.ofForm(
          alias,
          `"${alias.text}" of ${alias.entity ?? ''} is also ${claimed}, and no rule tells them apart`,
        ),
      ];
    });
  });
};

/** Finds the source line of a name or a rule. */
class Places {
  private readonly byId: ReadonlyMap<string, SeedText>;

  constructor(
    entities: readonly EntityNames[],
    private readonly shared: SeedText,
  ) {
    this.byId = new Map(entities.map(({ id, yaml }) => [id, yaml.source]));
  }

  of(id: string, needle: string, message: string): SeedDefect {
    const source = this.byId.get(id) ?? this.shared;
    return { file: source.file, line: lineOf(source, needle), message };
  }

  ofForm(form: AliasForm, message: string): SeedDefect {
    const written = form.label.includes(', ') ? form.label.slice(form.label.indexOf(', ') + 5) : form.text;
    return this.of(form.entity ?? form.instead ?? '', written, message);
  }

  /** A rule of an entity has the entity's id before its name. */
  ofRule(rule: string, needle: string, message: string): SeedDefect {
    const [id = '', name] = rule.split('/');
    const source = name === undefined ? this.shared : (this.byId.get(id) ?? this.shared);
    const at = lineOf(source, `${name ?? rule}:`);
    return { file: source.file, line: lineOf(source, needle, at), message };
  }
}
