/**
 * `npm run bench resolver`: quality of the resolver on its labelled corpus, and speed compared with pyahocorasick,
 * spaCy's PhraseMatcher and a bare fold-table lookup, in one run on one corpus of mixed headlines and long posts in
 * nine languages, at 200, 2,000 and 20,000 aliases, with all rules.
 *
 * Rules of the comparison:
 * - A megabyte is a million bytes of UTF-8 text, for every contender and the limit.
 * - All get the texts one by one as decoded strings in memory; time is processor time, the best of several rounds (one
 * for PhraseMatcher, which takes seconds). Building the matcher is not counted.
 * - The resolver tags every text with all rules (`tag`: the entities of a text, which requires every mention to be
 * decided). The time of `resolve`, which also returns offsets, code points, rule and reason of each mention and
 * refusal, is reported too.
 * - pyahocorasick searches the same folded forms in text folded by the same table (`str.translate`), and keeps hits
 * between word boundaries. It does nothing more: no prefixes, no longest match, no context, and its offsets are those
 * of the folded text. PhraseMatcher gets the original forms and ignores case itself. Both only count hits.
 * - The limit reads every unit of every text, looks it up in the fold table and sums the results; the sum is compared
 * between rounds, so that the engine cannot optimize it away.
 * - The texts are harder than news: every headline and every fourth sentence of a post is a row of the labelled corpus,
 * three quarters of which are traps, many with HTML entities or combining marks.
 *
 * The peers run in the Python of `BENCH_PYTHON` (default `python3`); a peer without its package is skipped with a
 * message. Writes bench/results/resolver.json.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { packagePath } from '../src/platform/common/package-root';
import { AliasResolver } from '../src/resolver/alias-resolver';
import { expandAliases, type AliasForm } from '../src/resolver/knowledge/alias-seed';
import { FOLD, IGNORED } from '../src/resolver/folding/fold-table';
import { foldText } from '../src/resolver/folding/fold-text';
import { isHeldOut, measure, type LabelledText, type Quality } from './resolver/quality';
import { loadResolver, readAliasSeed } from '../src/ontology/resolver.provider';
import type { Bench, Part } from './support/bench';
import { seededRandom } from './support/seeded-random';

const SIZES = [200, 2_000, 20_000];
const CORPUS_UNITS = 600_000;
/** Headlines per long post, as in feeds and channels. */
const HEADLINES_PER_POST = 10;
const ROUNDS = 200;

const labelled = (...path: string[]): LabelledText[] =>
  readFileSync(packagePath('test', 'fixtures', 'resolver', ...path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledText);

interface Text {
  readonly text: string;
  readonly lang: string;
}

/** Alternates ten headlines with a post of 20 to 120 sentences in one language. */
const mixedTexts = (rows: readonly LabelledText[]): Text[] => {
  const prose = JSON.parse(readFileSync(packagePath('bench', 'resolver', 'prose.json'), 'utf8')) as Record<
    string,
    readonly string[]
  >;
  const random = seededRandom(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const languages = Object.keys(prose);
  const headlines = new Map(languages.map((lang) => [lang, rows.filter((row) => row.lang === lang)]));
  const texts: Text[] = [];
  for (let units = 0; units < CORPUS_UNITS; units += texts[texts.length - 1]!.text.length) {
    const lang = pick(languages);
    const headline = (): string => pick(headlines.get(lang)!).text;
    if (texts.length % (HEADLINES_PER_POST + 1) !== HEADLINES_PER_POST) {
      texts.push({ text: headline(), lang });
    } else {
      const count = 20 + Math.floor(random() * 100);
      // Every fourth sentence of a post has a name.
      const sentences = Array.from({ length: count }, () => (random() < 0.25 ? headline() : pick(prose[lang]!)));
      texts.push({ text: sentences.join('. '), lang });
    }
  }
  return texts;
};

/** Forms of the seed, plain names first, then invented names in the seed's scripts. */
const formsOf = (size: number, all: readonly AliasForm[]): AliasForm[] => {
  const random = seededRandom(5);
  const shuffled = all
    .map((form): [number, AliasForm] => [random(), form])
    .sort((left, right) => left[0] - right[0])
    .map(([, form]) => form);
  const chosen = shuffled.slice(0, size);
  const alphabets = [
    'abcdefghilmnoprstuvz',
    'абвгдеклмнопрсту',
    'אבגדהוחילמנסערש',
    'ابتدرسعقلمنهوی',
    '阿巴卡达尔法格哈克拉马纳',
  ];
  while (chosen.length < size) {
    const alphabet = alphabets[chosen.length % alphabets.length]!;
    const length = alphabet.startsWith('阿') ? 3 : 5 + Math.floor(random() * 6);
    const text = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]!).join('');
    chosen.push({
      ...all[0]!,
      entity: 'iran',
      instead: null,
      reason: null,
      text,
      folded: foldText(text),
      label: 'name',
      lang: 'en',
      alsoLangs: [],
      caseRule: 'any',
      rule: null,
      only: false,
      except: [],
      prefixes: null,
      article: 'never',
      also: [],
      shared: false,
    });
  }
  return chosen.sort((left, right) => (left.folded < right.folded ? -1 : 1));
};

/** Best of many rounds in seconds of processor time, which is hardly affected by other load. */
const best = (work: () => void): number => {
  let micros = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    micros = Math.min(micros, user + system);
  }
  return micros / 1e6;
};

/** The limit: one table lookup per unit. Returns the sum of the folded units. */
const foldOnly = (texts: readonly Text[]): number => {
  const table = FOLD;
  let sum = 0;
  for (const { text } of texts) for (let at = 0; at < text.length; at++) sum += table[text.charCodeAt(at)]!;
  return sum;
};

const peer = (script: string, task: object): number | null => {
  const { status, stdout, stderr, error } = spawnSync(
    process.env['BENCH_PYTHON'] ?? 'python3',
    [packagePath('bench', 'resolver', script)],
    { input: JSON.stringify(task), encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  // The package or that Python is missing.
  if (status === 3 || error !== undefined) return null;
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return (JSON.parse(stdout) as { seconds: number }).seconds;
};

const foldMap = (): Record<string, string | null> =>
  Object.fromEntries(
    Array.from(FOLD, (folded, unit): [string, string | null] => [
      String(unit),
      folded === IGNORED ? null : String.fromCharCode(folded),
    ]).filter(([unit, folded]) => folded === null || folded.charCodeAt(0) !== Number(unit)),
  );

const ADVERSARIAL: Readonly<Record<string, (units: number) => string>> = {
  'one letter': (units) => 'a'.repeat(units),
  'near matches': (units) => 'strait of hormu '.repeat(units / 16),
  'near matches, Hebrew prefixes': (units) => 'וכשמהאיראו '.repeat(units / 11),
  'near matches, Chinese': (units) => '霍尔木兹海霍尔木'.repeat(units / 8),
  'combining marks': (units) => `i${'\u0301'.repeat(units)}`,
  ampersands: (units) => '&#'.repeat(units / 2),
  'context words': (units) => 'gold '.repeat(units / 5),
  blanks: (units) => `tel${' '.repeat(units)}aviv`,
};

const megabytes = (texts: readonly Text[]): number =>
  texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;

const resolver: Part = (bench) => {
  const rows = labelled('corpus.jsonl');
  const tag = (text: string, lang: string): string[] => loadResolver().tag(text, lang);
  const known = measure(
    rows.filter((row) => !isHeldOut(row)),
    tag,
  );
  const heldOut = rows.filter(isHeldOut);
  const unseen = ['batch-49.jsonl', 'batch-50.jsonl'].flatMap((batch) => labelled('unseen', batch));
  printQuality(bench, 'corpus', known);
  printQuality(bench, 'held out', measure(heldOut, tag));
  printQuality(bench, 'unseen', measure(unseen, tag));
  const latest = labelled('unseen', 'batch-51.jsonl');
  printQuality(bench, 'batch 51', measure(latest, tag));
  const composed = ['batch-52.jsonl', 'batch-53.jsonl'].flatMap((batch) => labelled('unseen', batch));
  printQuality(bench, 'composed', measure(composed, tag));
  const fresh = [54, 55, 56, 57].flatMap((batch) => labelled('unseen', `batch-${String(batch)}.jsonl`));
  printQuality(bench, 'fresh', measure(fresh, tag));
  const speeds = measureSpeed(bench, mixedTexts(rows));
  const adversarial = measureAdversarial(bench);
  bench.keep(
    'resolver',
    inFourDigits({
      unseen: summaryOf(unseen, tag),
      batch_51: summaryOf(latest, tag),
      batches_52_and_53: summaryOf(composed, tag),
      batches_54_to_57: summaryOf(fresh, tag),
      held_out: summaryOf(heldOut, tag),
      corpus: known.overall,
      corpus_by_language: known.languages,
      speeds,
      adversarial,
    }),
  );
};

const RESAMPLES = 1000;

/** F1 with its 95 % interval, by bootstrap over the texts; and forbidden names that were tagged. */
const summaryOf = (rows: readonly LabelledText[], tag: (text: string, lang: string) => readonly string[]): object => {
  const { overall, languages, trapped } = measure(rows, tag);
  const random = seededRandom(17);
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const sample = rows.map(() => rows[Math.floor(random() * rows.length)]!);
    return measure(sample, tag).overall.f1;
  }).sort((left, right) => left - right);
  return {
    ...overall,
    low: resampled[Math.floor(RESAMPLES * 0.025)],
    high: resampled[Math.floor(RESAMPLES * 0.975)],
    forbidden: rows.reduce((sum, row) => sum + row.not.length, 0),
    trapped: trapped.length,
    languages,
  };
};

const inFourDigits = (value: object): object =>
  JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'number' ? Number(inner.toPrecision(4)) : inner)),
  ) as object;

const printQuality = (bench: Bench, name: string, { overall, languages, trapped }: Quality): void => {
  bench.say(`${name.padEnd(12)} texts  precision  recall  F1`);
  for (const { lang, texts, precision, recall, f1 } of [...languages, { lang: 'all', ...overall }]) {
    bench.say(
      `${lang.padEnd(12)} ${String(texts).padStart(5)}  ${precision.toFixed(4).padStart(9)}  ${recall.toFixed(4)}  ${f1.toFixed(4)}`,
    );
  }
  bench.say(`names tagged that must not be: ${trapped.length === 0 ? 'none' : trapped.join(', ')}\n`);
};

const measureSpeed = (bench: Bench, texts: readonly Text[]): object[] => {
  const seed = readAliasSeed();
  const all = expandAliases(seed);
  const size = megabytes(texts);
  bench.say(`${texts.length} texts, ${size.toFixed(1)} MB of UTF-8; MB/s`);
  bench.say('aliases  resolver  explained  fold only  share of limit  pyahocorasick  ratio  PhraseMatcher  ratio');
  const sum = foldOnly(texts);
  return SIZES.map((count) => {
    const forms = formsOf(count, all);
    const resolver = AliasResolver.fromForms(forms, seed);
    const limit =
      size /
      best(() => {
        if (foldOnly(texts) !== sum) throw new Error('The fold table has changed');
      });
    const ours =
      size /
      best(() => {
        for (const { text, lang } of texts) resolver.tag(text, lang);
      });
    const explained =
      size /
      best(() => {
        for (const { text, lang } of texts) resolver.resolve(text, lang);
      });
    const task = { texts: texts.map(({ text }) => text) };
    const corasick = peer('ahocorasick_peer.py', {
      ...task,
      terms: [...new Set(forms.map(({ folded }) => folded))],
      fold: foldMap(),
    });
    const spacy = peer('spacy_peer.py', {
      ...task,
      terms: [...new Set(forms.map(({ text }) => text))],
    });
    const show = (seconds: number | null): string =>
      seconds === null
        ? '(package missing)'.padStart(21)
        : `${(size / seconds).toFixed(1).padStart(13)}  ${((ours * seconds) / size).toFixed(1).padStart(5)}×`;
    bench.say(
      `${String(count).padStart(7)}  ${ours.toFixed(1).padStart(8)}  ${explained.toFixed(1).padStart(9)}  ${limit.toFixed(1).padStart(9)}  ${`1/${(limit / ours).toFixed(1)}`.padStart(14)}  ${show(corasick)}  ${show(spacy)}`,
    );
    return {
      aliases: count,
      resolver_mb_per_s: ours,
      resolver_explained_mb_per_s: explained,
      fold_only_mb_per_s: limit,
      pyahocorasick_mb_per_s: corasick === null ? null : size / corasick,
      phrase_matcher_mb_per_s: spacy === null ? null : size / spacy,
    };
  });
};

/** Twice the text should take about twice the time. */
const measureAdversarial = (bench: Bench): object[] => {
  bench.say('\nadversarial texts: seconds for 0.5 and for 1 million units');
  const resolver = loadResolver();
  return Object.entries(ADVERSARIAL).map(([name, make]) => {
    const [half, whole] = [500_000, 1_000_000].map((units) => {
      const text = make(units);
      const started = performance.now();
      resolver.tag(text, 'en');
      return (performance.now() - started) / 1000;
    });
    bench.say(`${name.padEnd(32)} ${half!.toFixed(3)}  ${whole!.toFixed(3)}`);
    return { text: name, seconds_half: half, seconds_whole: whole };
  });
};

export const parts = { resolver };
