/**
 * Which words of the resolver's rules the labelled corpus exercises: a word counts where a rule that a text asks
 * reads it at the place where it looks. Written apart from the matching of the resolver, word by word and slowly, so
 * that it says of each single word what the resolver only asks of whole lists.
 */
import type { AliasResolver } from '../../src/resolver/alias-resolver';
import type { ContextRuleSeed } from '../../src/resolver/context/context-rule';
import type { Surroundings, WordRun } from '../../src/resolver/context/surroundings';
import { foldText } from '../../src/resolver/folding/fold-text';
import type { AliasSeed } from '../../src/resolver/knowledge/alias-seed';
import { formsOfWord } from '../../src/resolver/context/word-index';
import type { LabelledText } from '../../bench/resolver/quality';

/** Of each member of a rule that holds words: where they are looked for. */
const LOOKS: Readonly<Record<string, Looks>> = {
  near: 'anywhere',
  not_near: 'anywhere',
  unless_near: 'anywhere',
  before: 'before',
  not_before: 'before',
  after: 'after',
  not_after: 'after',
  'given_name.follow': 'after',
  'given_name.evidence': 'anywhere',
  'family_name.titles': 'beside',
  'family_name.verbs': 'after',
  'all_caps.before': 'before',
  'all_caps.after': 'after',
};
type Looks = 'anywhere' | 'before' | 'after' | 'beside';

const HAN = /^\p{sc=Han}/u;

/** `rule: member: word` of every word that no row needs, lists of the lexicon aside; and every phrase. */
export const unexercised = (resolver: AliasResolver, seed: AliasSeed, rows: readonly LabelledText[]): string[] => {
  const asked = new Map<string, Set<string>>();
  const left = new Map<string, Set<string>>();
  for (const [name, rule] of Object.entries(seed.rules))
    for (const [member, words] of membersOf(rule))
      left.set(`${name}: ${member}`, new Set(words.filter((word) => !word.startsWith('@'))));
  const phrases = new Set(seed.refused.flatMap(({ entity, reason }) => `${entity}: not: ${reason}`));
  for (const { text, lang } of rows) {
    resolver.observe(text, lang, (form, rule, around) => {
      if (form.entity === null) phrases.delete(`${form.instead ?? ''}: not: ${form.reason ?? ''}`);
      if (rule === null) return;
      asked.set(rule.name, new Set());
      for (const [member] of membersOf(seed.rules[rule.name] ?? { say: '' })) {
        const words = left.get(`${rule.name}: ${member}`);
        for (const word of words ?? []) if (reads(word, LOOKS[member] ?? 'anywhere', around)) words?.delete(word);
      }
    });
  }
  return [
    ...Object.keys(seed.rules)
      .filter((name) => !asked.has(name))
      .map((name) => `${name}: asked by no text`),
    ...[...left].flatMap(([member, words]) => [...words].map((word) => `${member}: ${word}`)),
    ...phrases,
  ];
};

const membersOf = (rule: ContextRuleSeed): [string, readonly string[]][] =>
  Object.entries(rule).flatMap(([member, value]: [string, unknown]) => {
    if (Array.isArray(value)) return [[member, value as string[]]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([inner, words]: [string, unknown]) =>
      Array.isArray(words) ? [[`${member}.${inner}`, words as string[]] as [string, string[]]] : [],
    );
  });

const reads = (word: string, looks: Looks, { before, after, hanBefore, hanAfter }: Surroundings): boolean => {
  const folded = foldText(foldText(word.replace(/\*$/, '')).replace(/['"]/g, ' '));
  if (HAN.test(folded)) {
    if (looks === 'before') return hanBefore.endsWith(folded);
    if (looks === 'after') return hanAfter.startsWith(folded);
    return hanBefore.includes(folded) || hanAfter.includes(folded);
  }
  const parts = `${folded}${word.endsWith('*') ? '*' : ''}`.split(' ');
  const stands = (run: WordRun, at: number, step: number): boolean =>
    parts.every((part, offset) => isWord(part, run.get(at + step * offset)?.folded, parts.length));
  const somewhere = (run: WordRun, step: number): boolean => {
    for (let at = 0; run.has(at); at++) if (stands(run, at, step)) return true;
    return false;
  };
  switch (looks) {
    case 'before':
      return stands(before, parts.length - 1, -1);
    case 'after':
      return stands(after, 0, 1);
    case 'beside':
      return stands(before, 0, -1) || stands(before, 1, -1) || stands(after, 0, 1);
    default:
      return somewhere(before, -1) || somewhere(after, 1);
  }
};

/** A single word also follows the letters that Hebrew and Arabic write onto it. */
const isWord = (part: string, folded: string | undefined, words: number): boolean => {
  if (folded === undefined) return false;
  const forms = words === 1 ? formsOfWord(folded) : [folded];
  return part.endsWith('*') ? forms.some((form) => form.startsWith(part.slice(0, -1))) : forms.includes(part);
};
