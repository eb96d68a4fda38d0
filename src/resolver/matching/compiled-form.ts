/** Forms compiled for the scan: numbered entities, compiled rules, grouped by name in order of evaluation. */
import { once } from '../../platform/common/group-by';
import { type AliasForm, formsByName } from '../knowledge/alias-seed';
import type { Company, ContextRule } from '../context/context-rule';
import type { Guard } from '../context/guard';
import { HAN, KIND } from '../folding/fold-table';

/** Flags of a record. It names an entity (otherwise a refused phrase). */
export const NAMES = 1;
/** Without conditions: the usual case. */
export const PLAIN = 1 << 1;
/** Another form of its name may name a second entity. */
export const SHARED = 1 << 2;
/** The last form of its name. */
export const LAST = 1 << 3;
/** The text's language matters: `only`, `except` or `rivals`. */
export const BY_LANGUAGE = 1 << 4;
/** Required case. */
export const CAPITAL = 1 << 5;
export const ALL_UPPER = 1 << 6;
export const EXACT = 1 << 7;
/** Article required, or forbidden. */
export const WITH_ARTICLE = 1 << 8;
export const NO_ARTICLE = 1 << 9;
/** Plain, one entity, not Chinese: as the first form of a name, it always counts. */
export const SURE = 1 << 10;

/** Entries of a record: its flags, and the number of its entity, -1 if there is not exactly one. */
export const RECORD_INTS = 2;
export const ENTITY = 1;

/** Rarely read parts of a form. A class, so that all objects have one shape, which is faster to read. */
export class CompiledForm {
  readonly contextRule: ContextRule | null;
  readonly guard: Guard | null;
  /** Supports its entity wherever a rule requires context. */
  readonly company: Company | null;
  readonly prefixes: string | null;
  readonly lang: string;
  readonly only: boolean;
  readonly except: readonly string[];
  /** Other languages with the same name for the same entity under their own conditions. */
  readonly rivals: ReadonlySet<string> | null;
  readonly text: string;
  /** Null for a refused phrase, which has `instead` and a `reason`. */
  readonly entity: string | null;
  readonly instead: string | null;
  readonly reason: string | null;
  /** Positions of the entity and its `also` in the sorted list of ids. */
  readonly entityNumbers: readonly number[];
  /** Unconditional name of one entity of a guarded class. */
  readonly plainly: boolean;
  /** Chinese: made of signs of states, 中美 and 对美; one common word may split it. */
  readonly signs: boolean;
  private readonly label: string;
  private readonly caseRule: AliasForm['caseRule'];

  constructor(
    form: AliasForm,
    same: readonly AliasForm[],
    entityNumbers: readonly number[],
    contextRule: ContextRule | null,
    guard: Guard | null,
    company: Company | null,
  ) {
    this.contextRule = contextRule;
    this.guard = guard;
    this.company = company;
    this.prefixes = form.prefixes;
    this.lang = form.lang;
    this.only = form.only;
    this.except = form.except;
    this.rivals = rivalsOf(form, same);
    this.text = form.text;
    this.entity = form.entity;
    this.instead = form.instead;
    this.reason = form.reason;
    this.entityNumbers = entityNumbers;
    this.plainly = form.label === 'name' && guard !== null && contextRule === null && entityNumbers.length === 1;
    this.signs = form.label === 'form' || entityNumbers.length > 1;
    this.label = form.label;
    this.caseRule = form.caseRule;
  }

  /** The rule of a mention: kind of alias, and the satisfied conditions. */
  get explanation(): string {
    return [this.label, this.caseRule === 'any' ? '' : `case ${this.caseRule}`, this.contextRule?.say ?? '']
      .filter((part) => part !== '')
      .join('; ');
  }
}

export interface CompiledForms {
  readonly ids: readonly string[];
  /** Distinct folded names, and the number of the first form of each. */
  readonly names: readonly string[];
  readonly firstForms: Int32Array;
  /** By number: forms of one name adjacent, in order of evaluation. */
  readonly forms: readonly CompiledForm[];
  /**
   * {@link RECORD_INTS} entries per form: data read first, in one array, because most forms are not in the CPU cache.
   */
  readonly records: Int32Array;
}

/** @param seedForms those of one name adjacent @throws when a form names an unknown rule */
export const compileForms = (
  seedForms: readonly AliasForm[],
  rules: ReadonlyMap<string, ContextRule>,
  guards: ReadonlyMap<string, Guard>,
  companyOf: (entity: string) => Company | null = () => null,
): CompiledForms => {
  const named = new Set<string>();
  for (const { entity, also } of seedForms) {
    if (entity !== null) named.add(entity);
    for (const one of also) named.add(one);
  }
  const ids = [...named].sort();
  const numbersOf = entityNumbers(ids);
  const byName = formsByName(seedForms);
  const forms: CompiledForm[] = [];
  const firstForms = new Int32Array(byName.length);
  const records = new Int32Array(seedForms.length * RECORD_INTS);
  byName.forEach((same, name) => {
    firstForms[name] = forms.length;
    for (const form of same) {
      const rule = ruleOf(form, rules);
      const company = rule?.needed === true && form.entity !== null ? companyOf(form.entity) : null;
      const guard = guards.get(form.guard ?? '') ?? null;
      const compiled = new CompiledForm(form, same, numbersOf(form), rule, guard, company);
      const isLast = form === same[same.length - 1];
      const record = forms.length * RECORD_INTS;
      const [entity = -1, ...more] = compiled.entityNumbers;
      const only = more.length === 0 ? entity : -1;
      const flags = flagsOf(form, compiled, isLast);
      records[record] = isSure(form, flags, only) ? flags | SURE : flags;
      records[record + ENTITY] = only;
      forms.push(compiled);
    }
  });
  return { ids, names: byName.map(([form]) => form?.folded ?? ''), firstForms, forms, records };
};

const flagsOf = (form: AliasForm, { rivals }: CompiledForm, isLast: boolean): number =>
  (form.entity === null ? 0 : NAMES) |
  (rivals === null && !isConditional(form) && form.guard === null ? PLAIN : 0) |
  (form.shared ? SHARED : 0) |
  (isLast ? LAST : 0) |
  (rivals !== null || form.only || form.except.length > 0 ? BY_LANGUAGE : 0) |
  CASES[form.caseRule] |
  ARTICLES[form.article];

const CASES: Readonly<Record<AliasForm['caseRule'], number>> = {
  any: 0,
  capital: CAPITAL,
  upper: ALL_UPPER,
  exact: EXACT,
};

const ARTICLES: Readonly<Record<AliasForm['article'], number>> = { may: 0, must: WITH_ARTICLE, never: NO_ARTICLE };

/** @param only number of its entity, -1 if there is not exactly one */
const isSure = ({ folded }: AliasForm, flags: number, only: number): boolean =>
  (flags & (PLAIN | NAMES | SHARED)) === (PLAIN | NAMES) &&
  only !== -1 &&
  ((KIND[folded.charCodeAt(0)] ?? 0) & HAN) === 0;

/** Forms of the same entities share one list. */
const entityNumbers = (ids: readonly string[]): ((form: AliasForm) => readonly number[]) => {
  const numberOf = new Map(ids.map((id, index) => [id, index]));
  const lists = new Map<string, readonly number[]>();
  return ({ entity, also }) => {
    const key = also.length === 0 ? (entity ?? '') : [entity ?? '', ...also].join(' ');
    return once(lists, key, () => [...(entity === null ? [] : [entity]), ...also].map((id) => numberOf.get(id) ?? 0));
  };
};

const ruleOf = (form: AliasForm, rules: ReadonlyMap<string, ContextRule>): ContextRule | null => {
  if (form.rule === null) return null;
  const rule = rules.get(form.rule);
  if (rule === undefined) throw new Error(`Alias ${form.text} names the rule ${form.rule}, which does not exist`);
  return rule;
};

const isConditional = (form: AliasForm): boolean =>
  form.rule !== null || form.caseRule !== 'any' || form.only || form.except.length > 0 || form.article === 'must';

/** A language's own conditions precede those of another language with the same spelling. */
const rivalsOf = (form: AliasForm, same: readonly AliasForm[]): ReadonlySet<string> | null => {
  if (same.length === 1) return null;
  const rivals = same.filter(
    (other) =>
      other.lang !== form.lang &&
      !form.alsoLangs.includes(other.lang) &&
      other.entity === form.entity &&
      isConditional(other),
  );
  return rivals.length === 0 ? null : new Set(rivals.flatMap((other) => [other.lang, ...other.alsoLangs]));
};
