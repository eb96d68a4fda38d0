/**
 * `npm run bench evidence`: relevance of items to questions, measured on graded pairs.
 *
 * Reads the pairs written for this project (test/fixtures/evidence) and, with `--pairs <folder>`, a folder of
 * `markets.jsonl`, `items.jsonl` and `pairs.jsonl` (grades 0, 1, 2). `--wrong` lists errors. With a judge that answers
 * as graded, the rule only filters the judge's questions: the upper bound for any judge, at three filters. `--judge`
 * asks the model of JUDGE_MODEL instead. The previous rule is measured for comparison: a shared entity, or an item of
 * an instrument that leads one.
 */
import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { measureEvidence, type GradedPair, type Judged } from './quality';
import { askJudge } from '../../src/evidence/judge/ask-judge';
import { readJudgeInstructions } from '../../src/evidence/judge/judge-instructions.provider';
import { directJudge, judgeLanguageModel } from '../../src/evidence/judge/judge-model.provider';
import { relevanceBy, type Grade } from '../../src/evidence/judge/judgement';
import { readEnvironment } from '../../src/platform/config/environment';
import { readRelevanceItem, readRelevanceMarket } from '../../src/evidence/relevance-request';
import { loadResolver } from '../../src/ontology/resolver.provider';
import { loadOntologySeed } from '../../src/ontology/seed-files.provider';
import type { Bench, Part } from '../support/bench';

interface PairRow {
  readonly held_out?: boolean;
  readonly grade: number;
  readonly kind?: string;
  readonly market: Record<string, unknown>;
  readonly item: Record<string, unknown>;
}

const lines = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const ownPairs = (name: string): PairRow[] =>
  lines(packagePath('test', 'fixtures', 'evidence', name)) as unknown as PairRow[];

const folderPairs = (folder: string): PairRow[] => {
  const byId = (name: string): Map<unknown, Record<string, unknown>> =>
    new Map(lines(`${folder}/${name}.jsonl`).map((row) => [row['id'], row]));
  const markets = byId('markets');
  const items = byId('items');
  return lines(`${folder}/pairs.jsonl`).map((row) => ({
    grade: Number(row['grade']),
    kind: String(row['kind']),
    market: markets.get(row['market']) ?? {},
    item: items.get(row['item']) ?? {},
  }));
};

const judge = (rows: readonly PairRow[]): Judged[] => {
  const rule = loadEvidenceRule();
  return rows.map((row) => {
    const market = readRelevanceMarket(row.market);
    const item = readRelevanceItem(row.item);
    const { relevance, counts, paths } = rule.relevance(rule.scopeOf(market), rule.read(item));
    return { pair: pairOf(row), relevance, counts, paths };
  });
};

const pairOf = (row: PairRow): GradedPair => ({
  market: String(row.market['id']),
  item: String(row.item['id']),
  grade: row.grade,
  lang: String(row.item['lang']),
  kind: row.kind ?? String(row.item['source_type']),
});

/** The previous rule. */
const judgeShared = (rows: readonly PairRow[]): Judged[] => {
  const resolver = loadResolver();
  const leads = loadOntologySeed().relationships.filter(
    ({ type, until }) => type === 'leading_indicator_for' && until === null,
  );
  return rows.map((row) => {
    const market = readRelevanceMarket(row.market);
    const item = readRelevanceItem(row.item);
    const scope = resolver.tag(`${market.question}\n${market.description ?? ''}`, 'en');
    const touched = resolver.tag(`${item.title}\n${item.summary ?? ''}`, item.lang);
    if (item.instrument !== null) touched.push(item.instrument);
    const counts = touched.some(
      (entity) => scope.includes(entity) || leads.some(({ from, to }) => from === entity && scope.includes(to)),
    );
    return { pair: pairOf(row), relevance: counts ? 1 : 0, counts, paths: [] };
  });
};

const FILTERS = [0.1, 0.15, 0.2];

/** The rule, replaced by the judge's grade if the judge is asked. */
const withJudge = (judged: readonly Judged[], grades: readonly (Grade | null)[], from: number): Judged[] =>
  judged.map((one, at) => {
    const grade = grades[at] ?? null;
    if (one.relevance < from || grade === null) return one;
    return { ...one, relevance: relevanceBy(grade, one.relevance), counts: grade > 0 };
  });

const gradesOf = async (rows: readonly PairRow[], judged: readonly Judged[]): Promise<(Grade | null)[]> => {
  const environment = readEnvironment(process.env);
  const model = judgeLanguageModel(environment);
  if (model === null) throw new Error('No judge is configured: set JUDGE_MODEL and the key of its provider.');
  const judge = directJudge(model, environment);
  const instructions = readJudgeInstructions();
  const grades: (Grade | null)[] = [];
  for (const [at, { market, item }] of rows.entries()) {
    if ((judged[at]?.relevance ?? 0) < Math.min(...FILTERS)) {
      grades.push(null);
      continue;
    }
    const { title, summary } = readRelevanceItem(item);
    const question = { question: readRelevanceMarket(market).question, day: null };
    const asked = { title, summary, source: null, at: null };
    const { verdicts } = await askJudge(
      judge,
      instructions,
      asked,
      [question],
      Date.now(),
      new AbortController().signal,
    );
    grades.push(verdicts.get(0)?.grade ?? null);
  }
  return grades;
};

const percent = (value: number | null): string => (value === null ? '   –' : value.toFixed(2).padStart(4));

const report = (bench: Bench, name: string, judged: readonly Judged[]): void => {
  const { pairs: n, precision, recall2, recall1, falseCorroboration, auc, ndcg } = measureEvidence(judged);
  bench.say(
    `${name.padEnd(32)} n ${String(n).padStart(4)}  false ${percent(falseCorroboration)}  precision ${percent(precision)}  recall2 ${percent(recall2)}  recall≥1 ${percent(recall1)}  AUC ${percent(auc)}  nDCG@8 ${percent(ndcg)}`,
  );
};

const groups = (bench: Bench, judged: readonly Judged[], key: 'lang' | 'kind'): void => {
  const names = [...new Set(judged.map(({ pair }) => pair[key]))].sort();
  for (const name of names)
    report(
      bench,
      `  ${key} ${name}`,
      judged.filter(({ pair }) => pair[key] === name),
    );
};

export const pairs: Part = async (bench) => {
  const parted = (name: string, file: string): [string, PairRow[]][] =>
    [false, true].map((isHeld) => [
      `${name}, ${isHeld ? 'held out' : 'seen'}`,
      ownPairs(file).filter(({ held_out: held }) => held === isHeld),
    ]);
  const sets: [string, PairRow[]][] = [
    ...parted('own', 'pairs.jsonl'),
    ...parted('own, newest', 'newest-pairs.jsonl'),
    ...parted('own, alike', 'alike-pairs.jsonl'),
    ['own, further', ownPairs('further-pairs.jsonl')],
    ['own, later', ownPairs('later-pairs.jsonl')],
    ['own, fresh', ownPairs('fresh-pairs.jsonl')],
    ['own, as in a stream', ownPairs('stream-pairs.jsonl')],
  ];
  const folder = bench.option('pairs');
  if (folder !== undefined) sets.push([folder.split('/').filter(Boolean).at(-1) ?? folder, folderPairs(folder)]);
  for (const [name, rows] of sets) {
    const judged = judge(rows);
    report(bench, `${name}: before`, judgeShared(rows));
    report(bench, name, judged);
    const graded = rows.map(({ grade }) => grade as Grade);
    const grades = bench.has('judge') ? await gradesOf(rows, judged) : graded;
    const by = bench.has('judge') ? 'judge' : 'as graded';
    for (const from of FILTERS) report(bench, `${name}: ${by} from ${from}`, withJudge(judged, grades, from));
    if (bench.has('groups')) {
      groups(bench, judged, 'lang');
      groups(bench, judged, 'kind');
    }
    const wrong = bench.option('wrong');
    if (wrong !== undefined && name.startsWith(wrong)) listWrong(bench, judged, rows);
  }
};

const listWrong = (bench: Bench, judged: readonly Judged[], rows: readonly PairRow[]): void => {
  judged.forEach(({ pair, relevance, counts, paths }, at) => {
    const isWrong = counts ? pair.grade === 0 : pair.grade === 2 || (pair.grade === 1 && relevance < 0.3);
    if (!isWrong) return;
    const row = rows[at];
    bench.say(
      `${pair.grade} ${relevance.toFixed(2)} [${pair.lang}] ${String(row?.market['question'])} ← ${String(row?.item['title'])} | ${JSON.stringify(row?.item['summary'] ?? '').slice(0, 100)}\n       ${paths.join(' · ')}`,
    );
  });
};
