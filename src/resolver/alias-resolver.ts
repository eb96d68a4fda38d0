/**
 * The alias resolver finds the entities named in a text, with position and rule.
 *
 * One pass over the text (alias-scan.ts) finds the words that may begin a name and walks a trie of folded forms from
 * there (alias-walk.ts). The longest form that ends at a word end and meets its conditions (alias-judge.ts) is a
 * mention, and the scan continues after it. Offsets are those of the original text. No model, no clock, no I/O: the
 * same seed and text always have the same result.
 */
import { AliasJudge, type Found, type RuleObserver } from './matching/alias-judge';
import { AliasScan } from './matching/alias-scan';
import { type AliasForm, type AliasSeed, LISTS_READ, NAMED_THING, expandAliases } from './knowledge/alias-seed';
import { compileForms } from './matching/compiled-form';
import { type Company, type ContextRule, compileRule } from './context/context-rule';
import { type Guard, type Script, compileGuard, readTemplate } from './context/guard';
import { HanBorder } from './matching/han-border';
import type { Mention, Refusal, Resolution } from './mention';
import { type Normalized, isEscaped, normalize, unescapeText } from './folding/normalize-text';
import { TextUnits, endOfPiece } from './folding/text-units';
import { WordIndex } from './context/word-index';
import { PatternCompiler } from './context/word-pattern';

/** The compiled rules and word lists of a seed, which do not depend on its names. */
interface Knowledge {
  readonly rules: ReadonlyMap<string, ContextRule>;
  readonly guards: ReadonlyMap<string, Guard>;
  readonly wordIndex: WordIndex;
  readonly border: HanBorder;
  readonly companyOf: (entity: string) => Company | null;
  /** Of the forms in use. */
  readonly hanNames: Set<string>;
}

export class AliasResolver {
  /** Changes whenever other forms are found. */
  readonly revision: number = 0;
  private readonly ids: readonly string[];
  private readonly units = new TextUnits();
  private readonly judge: AliasJudge;
  private readonly scan: AliasScan;

  private constructor(
    forms: readonly AliasForm[],
    private readonly knowledge: Knowledge,
  ) {
    const { rules, guards, wordIndex, border, companyOf, hanNames } = knowledge;
    hanNames.clear();
    for (const { entity, lang, folded } of forms) if (entity !== null && lang === 'zh') hanNames.add(folded);
    const compiled = compileForms(forms, rules, guards, companyOf);
    this.ids = compiled.ids;
    const namedThing = rules.get(NAMED_THING) ?? null;
    this.judge = new AliasJudge(this.units, wordIndex, border, namedThing, compiled);
    this.scan = new AliasScan(this.units, this.judge, compiled);
  }

  /** Compiles a seed. Throws when it refers to an unknown rule, word list or class. */
  static fromSeed(seed: AliasSeed): AliasResolver {
    return AliasResolver.fromForms(expandAliases(seed), seed);
  }

  /** Compiles a subset of forms with the rules and word lists of a seed. */
  static fromForms(forms: readonly AliasForm[], seed: AliasSeed): AliasResolver {
    const wordIndex = new WordIndex();
    const compiler = new PatternCompiler(seed.words, wordIndex);
    const rules = new Map(Object.entries(seed.rules).map(([name, rule]) => [name, compileRule(name, rule, compiler)]));
    const templates = (seed.templates ?? []).map(readTemplate).filter((one) => one !== null);
    const hanNames = new Set<string>();
    const guards = new Map(
      [...new Set(forms.flatMap(({ guard }) => guard ?? []))].map((name) => {
        const [nameClass = '', scripts = ''] = name.split(' ');
        return [
          name,
          compileGuard(nameClass, scripts.split('+') as Script[], templates, seed.words, compiler, hanNames),
        ] as const;
      }),
    );
    const { commonHan, surnamesHan, titlesHan } = LISTS_READ;
    const han = (list: string): readonly string[] => seed.words[`${list}/zh`] ?? [];
    const border = new HanBorder(han(commonHan), han(surnamesHan), han(titlesHan));
    const companyOf = (entity: string): Company | null => {
      const lists = seed.company?.[entity];
      return lists === undefined
        ? null
        : { near: compiler.compile(lists.near), speaking: compiler.compile(lists.speaking), opens: lists.opens };
    };
    return new AliasResolver(forms, { rules, guards, wordIndex, border, companyOf, hanNames });
  }

  /** Finds these forms from now on, by the same rules, for all who hold this resolver. */
  learn(forms: readonly AliasForm[]): void {
    const { ids, units, judge, scan } = new AliasResolver(forms, this.knowledge);
    Object.assign(this, { ids, units, judge, scan, revision: this.revision + 1 });
  }

  /** Ids of the entities in a text: sorted, distinct. The fast path of {@link resolve}. */
  tag(text: string, lang: string | null = null): string[] {
    this.read(text, lang, false);
    return this.entitiesFound();
  }

  /** All mentions and refusals, with offsets into `text`. `lang` is ISO 639-1, null when unknown. */
  resolve(text: string, lang: string | null = null): Resolution {
    const normalized = this.read(text, lang, true);
    const codePoints = codePointCounter(text);
    const startOf = ({ start }: Found): number => normalized?.rewrites.startOf(start) ?? start;
    const endOf = ({ end }: Found): number => normalized?.rewrites.endOf(end - 1) ?? end;
    const mentions: Mention[] = [];
    for (const one of this.judge.found ?? []) {
      const { form, prefixed } = one;
      const start = startOf(one);
      const end = endOf(one);
      const startCodePoint = codePoints(start);
      const endCodePoint = codePoints(end);
      const rule = prefixed ? `${form.explanation}; prefix` : form.explanation;
      for (const number of form.entityNumbers) {
        const entity = this.ids[number] ?? '';
        mentions.push({ entity, alias: form.text, rule, start, end, startCodePoint, endCodePoint });
      }
    }
    const refused = (this.judge.refused ?? []).map((one): Refusal => ({
      alias: one.form.text,
      entity: one.form.entity ?? one.form.instead ?? '',
      start: startOf(one),
      end: endOf(one),
      reason: one.reason,
    }));
    return { entities: this.entitiesFound(), mentions, refused };
  }

  /** Reports every rule evaluated for a text, to find the word lists that it needs. */
  observe(text: string, lang: string | null, observer: RuleObserver): void {
    this.judge.observer = observer;
    this.read(text, lang, true);
    this.judge.observer = null;
  }

  private entitiesFound(): string[] {
    const { entities, entityCount } = this.judge;
    const found: string[] = [];
    for (let at = 0; at < entityCount; at++) found.push(this.ids[entities[at] ?? 0] ?? '');
    return found;
  }

  /** Leaves the results in the judge. Returns the offset mapping if the text was rewritten. */
  private read(text: string, lang: string | null, explain: boolean): Normalized | null {
    this.judge.begin(lang, explain);
    const unescaped = isEscaped(text) ? unescapeText(text) : null;
    if (this.scanText(unescaped?.text ?? text, false)) return unescaped;
    const normalized = normalize(text);
    this.judge.begin(lang, explain);
    this.scanText(normalized.text, true);
    return normalized;
  }

  /** Returns false at a character that must be normalized first. */
  private scanText(text: string, normalized: boolean): boolean {
    for (let from = 0; ;) {
      const to = endOfPiece(text, from);
      this.units.load(from === 0 && to === text.length ? text : text.slice(from, to), from);
      if (!this.scan.read(normalized)) return false;
      if (to === text.length) return true;
      from = to;
    }
  }
}

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/** Converts ascending UTF-16 offsets to code points. */
const codePointCounter = (text: string): ((offset: number) => number) => {
  if (!SURROGATE_PAIR.test(text)) return (offset) => offset;
  let at = 0;
  let count = 0;
  return (offset) => {
    if (offset < at) at = count = 0;
    while (at < offset) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      count++;
    }
    return count;
  };
};
