import { UnreadableError } from '../../platform/common/foreign-json';
import { parseMetaculus } from './parse-metaculus';

const latest = (centre: number, count: number) => ({
  latest: { centers: [centre], forecast_values: [1 - centre, centre], forecaster_count: count },
});

const question = (changes: Record<string, unknown> = {}) => ({
  id: 501,
  post_id: 77,
  title: 'Will the corridor reopen before May 2027?',
  description: 'Background.\n\nMore.',
  type: 'binary',
  status: 'open',
  open_time: '2026-11-01T08:00:00Z',
  scheduled_close_time: '2027-04-30T22:00:00Z',
  resolution: null,
  aggregations: { recency_weighted: latest(0.31, 42), unweighted: latest(0.4, 42) },
  ...changes,
});

const post = (changes: Record<string, unknown> = {}, inner: Record<string, unknown> = {}) => ({
  id: 77,
  title: 'Will the corridor reopen before May 2027?',
  slug: 'corridor-reopens',
  status: 'approved',
  published_at: '2026-11-02T09:30:00.248787Z',
  nr_forecasters: 40,
  question: question(inner),
  ...changes,
});

const parseOne = (inner: Record<string, unknown>) => parseMetaculus(post({}, inner))[0];

describe('parseMetaculus', () => {
  it('reads a post, whose id is not that of its question', () => {
    expect(parseMetaculus({ next: null, results: [post()] })).toEqual([
      {
        site: 'metaculus',
        id: '77',
        title: 'Will the corridor reopen before May 2027?',
        url: 'https://www.metaculus.com/questions/77/corridor-reopens/',
        summary: 'Background. More.',
        publishedAt: Date.parse('2026-11-02T09:30:00.248Z'),
        type: 'binary',
        status: 'open',
        consensus: 0.31,
        forecasters: 42,
        resolution: null,
        resolutionProbability: null,
        closesAt: Date.parse('2027-04-30T22:00:00Z') * 1000,
      },
    ]);
  });

  it('has no consensus while it is hidden, but the number of forecasters', () => {
    const hidden = parseOne({ aggregations: { recency_weighted: { history: [], latest: null } } });

    expect([hidden?.consensus, hidden?.forecasters]).toEqual([null, 40]);
    expect(parseOne({ aggregations: {} })?.consensus).toBeNull();
  });

  it('follows the default method where a question names one', () => {
    const named = { default_aggregation_method: 'unweighted' };

    expect(parseOne(named)?.consensus).toBe(0.4);
    expect(parseOne({ ...named, aggregations: { unweighted: latest(0.2, 9) } })?.consensus).toBe(0.2);
    expect(parseOne({ aggregations: { metaculus_prediction: latest(0.9, 9) } })?.consensus).toBeNull();
  });

  it.each(['numeric', 'multiple_choice', 'date', 'discrete'])(
    'does not read the centre of a %s question as a probability',
    (type) => {
      expect(parseOne({ type })?.consensus).toBeNull();
    },
  );

  it('makes each question of a group its own record', () => {
    const group = post({
      question: undefined,
      group_of_questions: {
        questions: [question({ id: 1, title: 'By 2027?' }), question({ id: 2, title: 'By 2028?' })],
      },
    });

    expect(parseMetaculus(group).map(({ id, title }) => [id, title])).toEqual([
      ['77/1', 'By 2027?'],
      ['77/2', 'By 2028?'],
    ]);
  });

  it('reads both branches of a conditional and nothing of a notebook', () => {
    const conditional = { question_yes: question({ id: 3 }), question_no: question({ id: 4 }) };

    expect(parseMetaculus(post({ question: undefined, conditional })).map(({ id }) => id)).toEqual(['77/3', '77/4']);
    expect(parseMetaculus(post({ question: undefined, notebook: { markdown: '…' } }))).toEqual([]);
  });

  it('reads a bare question by its post', () => {
    expect(parseMetaculus(question())[0]).toMatchObject({ id: '77', forecasters: 42 });
  });

  it.each([
    ['resolved', 'yes', 'resolved', 'yes'],
    ['resolved', 'annulled', 'resolved', 'annulled'],
    ['closed', null, 'closed', null],
    ['upcoming', null, 'upcoming', null],
  ])('states %s with resolution %s', (status, resolution, expected, word) => {
    expect(parseOne({ status, resolution })).toMatchObject({ status: expected, resolution: word });
  });

  it('states why a document cannot be read', () => {
    expect(() => parseMetaculus({ detail: 'Authentication credentials were not provided.' })).toThrow(/Authentication/);
    expect(() => parseMetaculus([{ foo: 1 }])).toThrow(UnreadableError);
  });

  describe('on the older interface', () => {
    const old = (changes: Record<string, unknown> = {}) => ({
      id: 9001,
      page_url: '/questions/9001/',
      title: 'Will the bridge be rebuilt?',
      active_state: 'OPEN',
      publish_time: '2023-01-01T00:00:00Z',
      close_time: '9999-12-31T00:00:00Z',
      possibilities: { type: 'binary' },
      community_prediction: { full: { q2: 0.08 }, history: [{ nu: 17 }] },
      resolution: null,
      ...changes,
    });

    it('reads the median as the consensus and drops a date that means never', () => {
      expect(parseMetaculus(old())[0]).toMatchObject({
        consensus: 0.08,
        forecasters: 17,
        status: 'open',
        closesAt: null,
      });
      expect(parseMetaculus(old({ community_prediction: null }))[0]?.consensus).toBeNull();
    });

    it.each([
      [1, 'binary', 'yes'],
      [0, 'binary', 'no'],
      [-1, 'binary', 'ambiguous'],
      [-2, 'binary', 'annulled'],
      [0.44, 'continuous', '0.44'],
    ])('reads resolution %s of a %s question as %s', (resolution, type, word) => {
      const [read] = parseMetaculus(old({ active_state: undefined, resolution, possibilities: { type } }));

      expect(read).toMatchObject({ status: 'resolved', resolution: word });
    });
  });
});
