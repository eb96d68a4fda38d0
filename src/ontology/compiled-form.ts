/**
 * Forms as the scan wants them: entities as numbers, rules compiled, the forms of one spelling together
 * in the order in which they are asked.
 */
import type { AliasForm } from './alias-seed';
import type { ContextRule } from './context-rule';

/**
 * A form with everything that deciding needs, looked up beforehand. A class, so that the engine sees one
 * shape: objects made by spreading have as many shapes as there are forms, and reading them is slow. What
 * deciding reads comes first and lies together, because most forms that a text names are not in the cache.
 */
export class CompiledForm {
  /** No condition at all: the usual case, decided at once. */
  readonly plain: boolean;
  /** Null for a phrase that names no entity, which then has `instead` and a `reason`. */
  readonly entity: string | null;
  readonly shared: boolean;
  /** Positions of the entity and its `also` in the sorted list of ids. */
  readonly entityNumbers: readonly number[];
  /** The next form of the same name. */
  next: CompiledForm | null = null;
  readonly contextRule: ContextRule | null;
  /** Whether the language of the text matters: `only`, `except` or `rivals`. */
  readonly byLanguage: boolean;
  readonly caseRule: AliasForm['caseRule'];
  readonly article: AliasForm['article'];
  readonly prefixes: string | null;
  readonly lang: string;
  readonly only: boolean;
  readonly except: readonly string[];
  /** Other languages that write the same name for the same entity on conditions of their own. */
  readonly rivals: ReadonlySet<string> | null;
  readonly text: string;
  readonly instead: string | null;
  readonly reason: string | null;
  /** What a mention states as its rule: kind of alias, and the conditions that were satisfied. */
  readonly explanation: string;

  /** @param same the forms that share its name */
  constructor(
    form: AliasForm,
    same: readonly AliasForm[],
    entityNumbers: readonly number[],
    contextRule: ContextRule | null,
  ) {
    const rivals = rivalsOf(form, same);
    this.plain = rivals === null && !isConditional(form);
    this.entity = form.entity;
    this.shared = form.shared;
    this.entityNumbers = entityNumbers;
    this.contextRule = contextRule;
    this.byLanguage = rivals !== null || form.only || form.except.length > 0;
    this.caseRule = form.caseRule;
    this.article = form.article;
    this.prefixes = form.prefixes;
    this.lang = form.lang;
    this.only = form.only;
    this.except = form.except;
    this.rivals = rivals;
    this.text = form.text;
    this.instead = form.instead;
    this.reason = form.reason;
    this.explanation = explanationOf(form);
  }
}

export interface CompiledForms {
  /** Ids of all entities, sorted. */
  readonly ids: readonly string[];
  /** Distinct folded names, and under the same index the first of the forms that share each. */
  readonly names: readonly string[];
  readonly firstForms: readonly CompiledForm[];
}

/** Throws where a form names a rule that does not exist. */
export const compileForms = (
  forms: readonly AliasForm[],
  rules: ReadonlyMap<string, ContextRule>,
): CompiledForms => {
  const ids = [...new Set(forms.flatMap(entitiesOf))].sort();
  const numbersOf = entityNumbers(ids);
  const byName = new Map<string, AliasForm[]>();
  for (const form of forms) {
    const same = byName.get(form.folded);
    if (same === undefined) byName.set(form.folded, [form]);
    else same.push(form);
  }
  const compile = (form: AliasForm, same: readonly AliasForm[]): CompiledForm =>
    new CompiledForm(form, same, numbersOf(form), ruleOf(form, rules));
  return {
    ids,
    names: [...byName.keys()],
    firstForms: [...byName.values()].map((same) => chain(same.map((form) => compile(form, same)))),
  };
};

/** Links forms to their next ones and returns the first. */
const chain = (forms: readonly CompiledForm[]): CompiledForm => {
  const [first, ...rest] = forms;
  if (first === undefined) throw new Error('A name without a form');
  let last = first;
  for (const form of rest) last = last.next = form;
  return first;
};

/** Forms of the same entities share one list of their numbers. */
const entityNumbers = (ids: readonly string[]): ((form: AliasForm) => readonly number[]) => {
  const numberOf = new Map(ids.map((id, index) => [id, index]));
  const lists = new Map<string, readonly number[]>();
  return (form) => {
    const numbers = entitiesOf(form).map((id) => numberOf.get(id) ?? 0);
    const key = numbers.join();
    const list = lists.get(key) ?? numbers;
    lists.set(key, list);
    return list;
  };
};

const entitiesOf = (form: AliasForm): string[] =>
  form.entity === null ? [...form.also] : [form.entity, ...form.also];

const ruleOf = (form: AliasForm, rules: ReadonlyMap<string, ContextRule>): ContextRule | null => {
  if (form.rule === null) return null;
  const rule = rules.get(form.rule);
  if (rule === undefined)
    throw new Error(`Alias ${form.text} names the rule ${form.rule}, which does not exist`);
  return rule;
};

const explanationOf = ({ label, caseRule, rule }: AliasForm): string =>
  [label, caseRule === 'any' ? '' : `case ${caseRule}`, rule === null ? '' : `context ${rule}`]
    .filter((part) => part !== '')
    .join('; ');

const isConditional = (form: AliasForm): boolean =>
  form.rule !== null ||
  form.caseRule !== 'any' ||
  form.only ||
  form.except.length > 0 ||
  form.article === 'must';

/** A language's own conditions go before those of another language that shares the spelling. */
const rivalsOf = (form: AliasForm, same: readonly AliasForm[]): ReadonlySet<string> | null => {
  const rivals = same.filter(
    (other) => other.lang !== form.lang && other.entity === form.entity && isConditional(other),
  );
  return rivals.length === 0 ? null : new Set(rivals.map((other) => other.lang));
};
