/**
 * Forms as the scan wants them: entities as numbers, rules compiled, the forms of one spelling together
 * in the order in which they are asked.
 */
import type { AliasForm } from './alias-seed';
import type { ContextRule } from './context-rule';

/**
 * A form with everything that deciding needs, looked up beforehand. A class, so that the engine sees one
 * shape: objects made by spreading have as many shapes as there are forms, and reading them is slow.
 */
export class CompiledForm {
  readonly text: string;
  /** Null for a phrase that names no entity, which then has `instead` and a `reason`. */
  readonly entity: string | null;
  readonly instead: string | null;
  readonly reason: string | null;
  /** Positions of the entity and its `also` in the sorted list of ids. */
  readonly entityNumbers: readonly number[];
  /** What a mention states as its rule: kind of alias, and the conditions that were satisfied. */
  readonly explanation: string;
  readonly lang: string;
  readonly caseRule: AliasForm['caseRule'];
  readonly contextRule: ContextRule | null;
  readonly only: boolean;
  readonly except: readonly string[];
  readonly prefixes: string | null;
  readonly article: AliasForm['article'];
  readonly shared: boolean;
  /** Other languages that write the same name for the same entity on conditions of their own. */
  readonly rivals: ReadonlySet<string> | null;
  /** No condition at all: the usual case, decided at once. */
  readonly plain: boolean;

  /** @param same the forms that share its name */
  constructor(
    form: AliasForm,
    same: readonly AliasForm[],
    numberOf: ReadonlyMap<string, number>,
    rules: ReadonlyMap<string, ContextRule>,
  ) {
    this.text = form.text;
    this.entity = form.entity;
    this.instead = form.instead;
    this.reason = form.reason;
    this.entityNumbers = entitiesOf(form).map((id) => numberOf.get(id) ?? 0);
    this.explanation = explanationOf(form);
    this.lang = form.lang;
    this.caseRule = form.caseRule;
    this.contextRule = ruleOf(form, rules);
    this.only = form.only;
    this.except = form.except;
    this.prefixes = form.prefixes;
    this.article = form.article;
    this.shared = form.shared;
    this.rivals = rivalsOf(form, same);
    this.plain = this.rivals === null && !isConditional(form);
  }
}

export interface CompiledForms {
  /** Ids of all entities, sorted. */
  readonly ids: readonly string[];
  /** Distinct folded names, and under the same index the forms that share each. */
  readonly names: readonly string[];
  readonly formsOf: readonly (readonly CompiledForm[])[];
}

/** Throws where a form names a rule that does not exist. */
export const compileForms = (
  forms: readonly AliasForm[],
  rules: ReadonlyMap<string, ContextRule>,
): CompiledForms => {
  const ids = [...new Set(forms.flatMap(entitiesOf))].sort();
  const numberOf = new Map(ids.map((id, index) => [id, index]));
  const byName = new Map<string, AliasForm[]>();
  for (const form of forms) {
    const same = byName.get(form.folded);
    if (same === undefined) byName.set(form.folded, [form]);
    else same.push(form);
  }
  return {
    ids,
    names: [...byName.keys()],
    formsOf: [...byName.values()].map((same) =>
      same.map((form) => new CompiledForm(form, same, numberOf, rules)),
    ),
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
