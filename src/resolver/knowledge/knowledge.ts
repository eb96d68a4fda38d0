/** The resolver's complete seed, from file texts: names, shared rules, templates, lexicon and endings. */
import type { ContextRuleSeed } from '../context/context-rule';
import { type NameClass, type TemplateSeed, readTemplate } from '../context/guard';
import { listsOf } from './alias-tidy';
import {
  type AliasFile,
  type AliasSeed,
  type CompanyLists,
  type EntityAliases,
  type Paradigms,
  entriesOf,
} from './alias-seed';
import { type EntityNames, readEntityNames } from './entity-names';
import { wordLists } from './lexicon';
import { type Neighbour, nearLists } from './near-lists';
import { giveUpNames } from './own-names';
import { withPairs } from './paired-signs';
import type { SeedDefect, SeedText } from './seed-defect';
import { type YamlText, isRecord, lineOf, readYaml } from './yaml-text';

export interface KnowledgeTexts {
  /** Relationships of entities: an array of objects with `from` and `to`. */
  readonly relationships: SeedText;
  readonly rules: SeedText;
  readonly templates: SeedText;
  /** `seed/lexicon/<lang>/<list>.txt` */
  readonly lexicon: readonly SeedText[];
  /** `seed/lexicon/<lang>/endings.yaml` */
  readonly endings: readonly SeedText[];
}

export interface Knowledge {
  readonly seed: AliasSeed;
  readonly entities: readonly EntityNames[];
}

/** Class of an entity's names by its type; instruments have none. */
const CLASSES: Readonly<Record<string, NameClass>> = { country: 'state', place: 'place', leader: 'surname' };

/** @param entityFiles the parsed files of seed/entities */
export const readKnowledge = (
  entityFiles: readonly YamlText[],
  texts: KnowledgeTexts,
  defects: SeedDefect[],
): Knowledge => {
  const shared = readRules(texts.rules, defects);
  const entities = withPairs(giveUpNames(entityFiles.map((yaml) => readEntityNames(yaml, defects))));
  const paradigms = readEndings(texts.endings, defects);
  const byLanguage = new Map<string, Record<string, EntityAliases>>();
  for (const { id, aliases } of entities)
    for (const [lang, names] of Object.entries(aliases)) {
      const known = byLanguage.get(lang) ?? {};
      byLanguage.set(lang, known);
      known[id] = names;
    }
  const files = [...byLanguage].map(([lang, aliases]): AliasFile => {
    const usual = `people-${lang}`;
    return { lang, aliases, ...(shared[usual] === undefined ? {} : { demonym_rule: usual }) };
  });
  const rules = Object.assign({}, shared, ...entities.map((one) => one.rules)) as AliasSeed['rules'];
  const named = Object.values(rules)
    .flatMap(listsOf)
    .flatMap(({ list }) => list);
  const relationships = readRelationships(texts.relationships);
  const company = companyOf(entities, relationships, rules);
  const lexicon = wordLists(texts.lexicon, paradigms, defects);
  const companies = Object.values(company).flatMap(({ near, speaking }) => [...near, ...speaking]);
  const words = [...named, ...companies, ...Object.values(lexicon).flat()];
  const near = nearLists(
    new Set(words.filter(isListName).map((word) => word.slice(1))),
    entities,
    relationships,
    rules,
    paradigms,
  );
  const seed: AliasSeed = {
    files,
    refused: entities.flatMap(({ refused }) => refused),
    rules,
    words: { ...lexicon, ...near },
    paradigms,
    company,
    templates: readTemplates(texts.templates, defects),
    classes: Object.fromEntries(
      entities.flatMap(({ id, yaml }) => {
        const type = yaml.source.file.split('/').at(-2) ?? '';
        const nameClass = CLASSES[type];
        return nameClass === undefined ? [] : [[id, nameClass] as const];
      }),
    ),
  };
  return { seed, entities };
};

/** Supporting lexicon lists by type: an armed group's deeds, ranks and opponents; for places and countries, war. */
const DEEDS: Readonly<Record<string, string>> = {
  militant_group: '@militants',
  state_force: '@militants',
  place: '@conflict',
  country: '@conflict',
  leader: '@all-leader',
};

/**
 * Names of graph neighbours support every entity with a rule that requires context; for a leader also those of the
 * state or group led. Not for an instrument, whose neighbours are countries unrelated to its markets. In a speaker's
 * position, affairs of state count too.
 */
const companyOf = (
  entities: readonly EntityNames[],
  relationships: readonly Relationship[],
  rules: Readonly<Record<string, ContextRuleSeed>>,
): Readonly<Record<string, CompanyLists>> =>
  Object.fromEntries(
    entities.flatMap(({ id, yaml, aliases }) => {
      const waits = Object.values(aliases).some((groups) =>
        entriesOf(groups).some((entry) => typeof entry !== 'string' && needsCompany(rules[entry.rule ?? ''])),
      );
      const { file } = yaml.source;
      if (!waits || file.includes('/instrument/')) return [];
      const led = relationships.filter(({ type, from }) => from === id && type === 'leads').map(({ to }) => to);
      const near = [id, ...led].map((one) => `@near-${one}`);
      const deeds = Object.entries(DEEDS).flatMap(([type, list]) => (file.includes(`/${type}/`) ? [list] : []));
      const speaks = /\/(?:leader|state_force)\//.test(file);
      const speaking = speaks ? ['@politics'] : [];
      return [[id, { near: [...near, ...deeds], speaking, opens: file.includes('/leader/') }] as const];
    }),
  );

const needsCompany = (rule: ContextRuleSeed | undefined): boolean =>
  rule !== undefined && (rule.near ?? rule.before ?? rule.after) !== undefined;

const isListName = (word: string): boolean => word.startsWith('@');

/** Validated by the check of the ontology. */
interface Relationship extends Neighbour {
  readonly type: string;
}

const readRelationships = ({ text }: SeedText): readonly Relationship[] => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as Relationship[]) : [];
  } catch {
    return [];
  }
};

const readRules = (source: SeedText, defects: SeedDefect[]): Record<string, ContextRuleSeed> => {
  const { value } = readYaml(source, defects) ?? {};
  if (!isRecord(value)) return {};
  return value as unknown as Record<string, ContextRuleSeed>;
};

const readTemplates = (source: SeedText, defects: SeedDefect[]): TemplateSeed[] => {
  const { value } = readYaml(source, defects) ?? {};
  return (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one) => {
    const { template, say, unless, beside, opens, lang } = isRecord(one) ? one : {};
    const isStated = typeof template === 'string' && typeof say === 'string';
    const more = {
      ...(typeof unless === 'string' ? { unless } : {}),
      ...(typeof beside === 'string' ? { beside } : {}),
      ...(opens === true ? ({ opens } as const) : {}),
      ...(typeof lang === 'string' ? { lang } : {}),
    };
    const read = isStated ? { template, say, ...more } : null;
    if (read !== null && readTemplate(read) !== null) return [read];
    defects.push({
      file: source.file,
      line: lineOf(source, String(template)),
      message: `is not a template with "say": ${JSON.stringify(template)}`,
    });
    return [];
  });
};

const readEndings = (sources: readonly SeedText[], defects: SeedDefect[]): Paradigms =>
  Object.fromEntries(
    sources.flatMap((source) => {
      const [, lang = ''] = /([a-z]{2})\/endings\.yaml$/.exec(source.file) ?? [];
      const { value } = readYaml(source, defects) ?? {};
      return isRecord(value) ? [[lang, value as Paradigms[string]]] : [];
    }),
  );
