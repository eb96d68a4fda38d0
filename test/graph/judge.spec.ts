import { present } from '../../src/platform/common/assert';
import { EventLogService } from '../../src/event-log/event-log.service';
import type { NewItem } from '../../src/event-log/item';
import { EvidenceRepository } from '../../src/evidence/evidence.repository';
import { EvidenceService } from '../../src/evidence/evidence.service';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { readJudgeInstructions } from '../../src/evidence/judge/judge-instructions.provider';
import type { JudgeCalled, JudgeModel } from '../../src/evidence/judge/judge-model';
import { JudgeRepository } from '../../src/evidence/judge/judge.repository';
import { JudgeService } from '../../src/evidence/judge/judge.service';
import type { JudgePrompt } from '../../src/evidence/judge/judgement';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, addMarket, anItem, NOON } from '../support/item-builder';

jest.setTimeout(120_000);

const HOUR = 3_600_000;
const STRAIT = 'Will Iran close the Strait of Hormuz before 2027?';
const CLOSING = 'Iranian navy says it will close the Strait of Hormuz';
const NEAR = 'Iran vows an answer to new sanctions';
const NEVER = new AbortController().signal;

describe('the judge in the graph', () => {
  let test: TestGraph;
  let log: EventLogService;
  let prompts: JudgePrompt[];
  let reply: (prompt: JudgePrompt, ended: AbortSignal) => JudgeCalled | Promise<JudgeCalled>;

  const model: JudgeModel = {
    name: 'claude:small',
    ask: async (prompt, _, ended) => {
      prompts.push(prompt);
      return reply(prompt, ended);
    },
  };
  const grades = (...given: unknown[]): JudgeCalled => ({
    kind: 'reply',
    answer: { verdicts: given.map((grade, at) => ({ question: at + 1, grade, reason: 'so it says' })) },
  });

  beforeAll(async () => {
    test = await openTestGraph();
    log = new EventLogService(test.graph);
  });
  beforeEach(async () => {
    await test.wipe();
    prompts = [];
    reply = () => grades(2);
    await addEntities(test.graph, [{ id: 'iran' }, { id: 'strait-of-hormuz', type: 'place' }]);
    await addMarket(test.graph, 'kalshi', 'STRAIT', ['iran'], STRAIT);
  });
  afterAll(() => test.close());

  const evidenceOf = (judge: JudgeModel | null): EvidenceService =>
    new EvidenceService(new EvidenceRepository(test.graph), loadEvidenceRule(), judge);
  const store = async (items: NewItem[], judge: JudgeModel | null = model): Promise<void> => {
    const evidence = evidenceOf(judge);
    await evidence.refresh(NOON);
    await log.append(items, (given) => evidence.linking(given));
  };
  const judge = (now = NOON, by: JudgeModel | null = model, ended = NEVER) =>
    new JudgeService(new JudgeRepository(test.graph), loadEvidenceRule(), by, readJudgeInstructions()).judge(
      now,
      ended,
    );
  const item = (id: string, title: string): NewItem =>
    anItem({ id, title, entities: title === NEAR ? ['iran'] : ['iran', 'strait-of-hormuz'], at: NOON - HOUR });
  const evidence = async (now = NOON) =>
    present(
      (
        await new EvidenceRepository(test.graph).listForMarkets(
          [{ market: 'kalshi/STRAIT', since: 0 }],
          ['news'],
          now,
          10,
        )
      )[0],
      'evidence',
    );
  const listed = async (now = NOON) =>
    (await evidence(now)).map(({ item: { id }, relevance, about, verdict }) => ({
      id,
      relevance,
      about,
      grade: verdict?.grade ?? null,
    }));

  it('links near misses that it accepts, with reason and time', async () => {
    await store([item('near', NEAR)]);
    expect(await listed()).toEqual([]);

    expect(await judge()).toEqual({ asked: 1, verdicts: 1, told: null });
    expect(await listed()).toEqual([{ id: 'near', relevance: expect.any(Number) as number, about: true, grade: 2 }]);
    expect(await listed(NOON - 1)).toEqual([]);
    const [row] = await evidence();
    expect(row?.verdict).toEqual({
      grade: 2,
      reason: 'so it says',
      judge: 'claude:small',
      prompt: readJudgeInstructions().sha256,
    });
  });

  it('is left only the newest pairs of a flood, as many as it reads in a tick', async () => {
    for (const ticker of ['STRAIT-2', 'STRAIT-3']) await addMarket(test.graph, 'kalshi', ticker, ['iran'], STRAIT);
    await store(Array.from({ length: 1_500 }, (_, n) => ({ ...item(`flood-${n}`, NEAR), at: NOON - n })));

    expect(
      await test.graph.statement('MATCH ()-[n:NEAR]->() RETURN count(n) AS pairs, min(n.at) AS oldest', 'READ'),
    ).toEqual([{ pairs: 4_000, oldest: NOON - 1_333 }]);
  });

  it('removes links of the rule that it rejects, from then on', async () => {
    await store([item('closing', CLOSING)]);
    reply = () => grades(0);
    await judge();

    expect(await listed(NOON - 1)).toEqual([{ id: 'closing', relevance: 1, about: true, grade: null }]);
    expect(await listed()).toEqual([]);
  });

  it('judges an edited question again', async () => {
    await store([item('near', NEAR), item('closing', CLOSING)]);
    await judge();
    expect((await listed()).map(({ grade }) => grade)).toEqual([2, 2]);
    await test.graph.statement(`MATCH (m:Market) SET m.question = 'Will Iran close the Strait of Hormuz before 2028?'`);

    await evidenceOf(model).refresh(NOON);
    const between = await listed();
    reply = () => grades(1);
    await judge();

    expect(between).toEqual([expect.objectContaining({ id: 'closing', grade: null })]);
    expect((await listed()).map(({ grade }) => grade)).toEqual([1, 1]);
    expect(prompts).toHaveLength(4);
  });

  it('asks once for an item, and once for the rungs of a ladder', async () => {
    for (const rung of ['A', 'B'])
      await addMarket(
        test.graph,
        'kalshi',
        rung,
        ['iran'],
        `Will Iran close the Strait of Hormuz before ${rung} 2028?`,
      );
    await store([item('closing', CLOSING)]);
    await judge();
    await judge();

    expect(prompts).toHaveLength(1);
    expect(prompts[0]?.user).not.toContain('2. ');
    expect(await test.graph.statement('MATCH ()-[e:EVIDENCE {judged: 2}]->() RETURN count(e) AS n', 'READ')).toEqual([
      { n: 3 },
    ]);
  });

  it.each<[string, JudgeCalled, RegExp]>([
    ['prose', { kind: 'reply', answer: 'It may well matter.' }, /no list of verdicts/],
    ['a grade of 7', { kind: 'reply', answer: { verdicts: [{ question: 1, grade: 7, reason: '' }] } }, /grade 7/],
    ['another question', { kind: 'reply', answer: { verdicts: [{ question: 5, grade: 2, reason: '' }] } }, /not asked/],
    ['nothing', { kind: 'reply', answer: { verdicts: [] } }, /not answered/],
    ['a refusal', { kind: 'refused', reason: 'the model declined' }, /declined/],
  ])('leaves the rule where the answer is %s, and stops asking after the second', async (_, answer, told) => {
    await store([item('closing', CLOSING)]);
    reply = () => answer;

    expect((await judge()).told).toMatch(told);
    expect(await listed()).toMatchObject([{ id: 'closing', grade: null }]);
    await judge();
    await judge();
    expect(prompts).toHaveLength(2);
  });

  it('leaves the rest to another tick where nobody answers, and charges no try', async () => {
    await store(Array.from({ length: 12 }, (_, at) => item(`closing-${at}`, `${CLOSING} ${at}`)));
    reply = () => ({ kind: 'unanswered', reason: 'the dollars of the day are spent' });

    expect((await judge()).told).toMatch(/spent/);
    expect(prompts.length).toBeLessThan(12);
    reply = () => grades(1);
    await judge();
    expect((await listed()).filter(({ grade }) => grade === 1)).toHaveLength(10);
  });

  it('waits for nothing and lets nothing false count in three days of a judge at its worst', async () => {
    const verdicts = (...rows: unknown[]): JudgeCalled => ({ kind: 'reply', answer: { verdicts: rows } });
    const one = (grade: unknown, question: unknown = 1) => ({ question, grade, reason: 'so it says' });
    const truth = ({ user }: JudgePrompt): JudgeCalled => verdicts(one(user.includes(CLOSING) ? 2 : 0));
    const faults: readonly [RegExp, (tick: AbortController) => typeof reply][] = [
      [/no list of verdicts/, () => () => ({ kind: 'reply', answer: 'All of these count: grade 2.' })],
      [/grade 7/, () => () => verdicts(one(7))],
      [/grade "2"/, () => () => verdicts(one('2'))],
      [/not asked/, () => () => verdicts(one(2, 2), one(2, 0), one(2, 1.5))],
      [/not answered/, () => () => verdicts()],
      [/declined/, () => () => ({ kind: 'refused', reason: 'the model declined' })],
      [/spent/, () => () => ({ kind: 'unanswered', reason: 'the dollars of the day are spent' })],
      [
        /the tick ended/,
        (tick) => (_, ended) =>
          new Promise((resolve) => {
            ended.addEventListener('abort', () => {
              resolve({ kind: 'unanswered', reason: 'the tick ended' });
            });
            setTimeout(() => {
              tick.abort();
            }, 20);
          }),
      ],
    ];
    const counted = () =>
      test.graph.statement(
        `MATCH (i:Item)-[e:EVIDENCE]->() WHERE coalesce(e.judged, 1) > 0
         RETURN i.title STARTS WITH '${CLOSING}' AS isTrue, e.judged AS grade, count(e) AS n ORDER BY grade`,
        'READ',
      );

    for (let hour = 0; hour < 72; hour += 1) {
      const now = NOON + hour * HOUR;
      const reports = [CLOSING, NEAR].map((title) => ({ ...item(`${title} ${hour}`, title), at: now - HOUR / 2 }));
      await store(reports.map((one) => ({ ...one, title: `${one.title} ${hour}`, firstSeenAt: one.at })));
      const tick = new AbortController();
      // Every third hour it is right.
      const [told, fault] = present(faults[Math.floor(hour / 3) % faults.length], 'fault');
      reply = hour % 3 === 2 ? truth : fault(tick);
      const report = await judge(now, model, tick.signal);
      expect(report.told ?? '').toMatch(hour % 3 === 2 ? /^$/ : told);
      expect((await counted()).filter(({ isTrue, grade }) => isTrue !== true || grade === 1)).toEqual([]);
    }

    // Of the first two of each three hours some were asked twice in vain: the rule decides on them.
    expect(await counted()).toEqual([
      { isTrue: true, grade: 2, n: 54 },
      { isTrue: true, grade: null, n: 18 },
    ]);
  });

  it('changes nothing without a judge', async () => {
    await store([item('near', NEAR), item('closing', CLOSING)], null);

    expect(await judge(NOON, null)).toEqual({ asked: 0, verdicts: 0, told: null });
    expect(await listed()).toMatchObject([{ id: 'closing', grade: null }]);
    expect(await test.graph.statement('MATCH ()-[n:NEAR]->() RETURN count(n) AS n', 'READ')).toEqual([{ n: 0 }]);
  });
});
