import { checkAnswer, checkAnswers } from './forecast';

const good = {
  probability_yes: 0.4236,
  confidence: 0.8,
  direction: 'NO',
  reasoning: 'The base rate is low and nothing in the input moves it.',
};

describe('checkAnswer', () => {
  it('rounds to three decimals and clamps the probability away from certainty', () => {
    expect(checkAnswer(good)).toMatchObject({
      kind: 'forecast',
      forecast: { probability_yes: 0.424, confidence: 0.8 },
    });
    expect(checkAnswer({ ...good, probability_yes: 1 })).toMatchObject({
      forecast: { probability_yes: 0.99 },
    });
    expect(checkAnswer({ ...good, probability_yes: 0 })).toMatchObject({
      forecast: { probability_yes: 0.01 },
    });
  });

  it('reads JSON text, bare or in one fenced block', () => {
    expect(checkAnswer(JSON.stringify(good)).kind).toBe('forecast');
    expect(checkAnswer(`\`\`\`json\n${JSON.stringify(good)}\n\`\`\``).kind).toBe('forecast');
    // A pattern with two open ends took 25 seconds for this input.
    expect(checkAnswer(`\`\`\`${'\n'.repeat(4_000)}`).kind).toBe('malformed');
  });

  it.each([
    ['prose', 'I would say 0.4', 'not a JSON object'],
    ['nothing', null, 'not a JSON object'],
    ['a list', [good], 'not a JSON object'],
    ['a probability above 1', { ...good, probability_yes: 1.7 }, 'probability_yes'],
    ['a probability in words', { ...good, probability_yes: '0.4' }, 'probability_yes'],
    ['no confidence', { ...good, confidence: undefined }, 'confidence'],
    ['NaN', { ...good, confidence: Number.NaN }, 'confidence'],
    ['an invented direction', { ...good, direction: 'BUY' }, 'direction'],
    ['no reasoning to speak of', { ...good, reasoning: ' \u0000\u0007 yes ' }, 'reasoning'],
  ])('calls %s malformed with a reason', (_, answer, reason) => {
    const check = checkAnswer(answer);

    expect(check.kind).toBe('malformed');
    expect(check).toHaveProperty('reason', expect.stringContaining(reason));
  });

  it('drops control characters and lone surrogates from the reasoning, so that it can be hashed', () => {
    const check = checkAnswer({ ...good, reasoning: `${good.reasoning}\u0000\uD800 end` });

    expect(check).toMatchObject({ forecast: { reasoning: `${good.reasoning}\uFFFD end` } });
  });
});

describe('checkAnswers', () => {
  const { reasoning, ...call } = good;
  const joint = (...questions: unknown[]): unknown => ({
    reasoning,
    forecasts: questions.map((question) => ({ ...call, question })),
  });

  it('reads one call for each question, in their order, with the reasoning of all', () => {
    const check = checkAnswers(
      {
        reasoning,
        forecasts: [
          { ...call, question: 2 },
          { ...call, question: 1, probability_yes: 0.1 },
        ],
      },
      2,
    );
    expect(check).toMatchObject({
      kind: 'forecasts',
      forecasts: [{ probability_yes: 0.1, reasoning }, { probability_yes: 0.424 }],
    });
  });

  it('reads an answer to one question as such', () => {
    expect(checkAnswers(good, 1)).toMatchObject({ forecasts: [{ probability_yes: 0.424 }] });
  });

  it.each([
    ['an answer to one question', good, 'not a list of 2'],
    ['one too few', joint(1), 'not a list of 2'],
    ['one too many', joint(1, 2, 3), 'not a list of 2'],
    ['one twice', joint(1, 1), 'none for question 2'],
    ['a number in words', joint('1', '2'), 'none for question 1'],
    ['a list of anything', { reasoning, forecasts: [null, 7] }, 'not a list of 2'],
    [
      'no reasoning',
      {
        forecasts: [
          { ...call, question: 1 },
          { ...call, question: 2 },
        ],
      },
      'question 1: reasoning',
    ],
    ['prose', 'I would say 0.4', 'not a JSON object'],
  ])('refuses %s', (_, answer, reason) => {
    const check = checkAnswers(answer, 2);
    expect(check.kind === 'malformed' && check.reason).toContain(reason);
  });
});
