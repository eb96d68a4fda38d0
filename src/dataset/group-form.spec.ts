import { groupForm } from './group-form';

const form = (exclusive: boolean, ...questions: string[]) =>
  groupForm(
    questions.map((question) => ({ question, resolvesAt: '2026-12-31T00:00:00.000000Z' })),
    exclusive,
  );

describe('a group of markets as one question', () => {
  it('is a date where they differ by it alone, in the order of the dates', () => {
    expect(
      form(
        false,
        'Will A strike B by July 31, 2026?',
        'Will A strike B by June 30, 2026?',
        'Will A strike B by December 31, 2026?',
      ),
    ).toEqual({ unit: 'date', order: [1, 0, 2], bounds: ['2026-06-30', '2026-07-31', '2026-12-31'] });
  });

  it('is a number where they differ by one', () => {
    expect(form(false, 'Will oil close above $100 by June 30?', 'Will oil close above $80.5 by June 30?')).toEqual({
      unit: 'number',
      order: [1, 0],
      bounds: ['80.5', '100'],
    });
    expect(form(false, 'Will more than 1,000 cross?', 'Will more than 900 cross?')?.bounds).toEqual(['900', '1000']);
  });

  it.each([
    [['Will A strike B?', 'Will C strike B?']],
    [['Will A strike B by June 30?', 'Will A invade B by July 31?']],
    [['Will the 3rd Brigade enter B?', 'Will the 5th Brigade enter B?']],
    [['Will more than 3 of 5 pass?', 'Will more than 4 of 6 pass?']],
    [['Will more than 3 pass?', 'Will more than 3 pass?']],
    [['Will A strike B by June 30?']],
  ])('is nothing for %j', (questions) => {
    expect(form(false, ...questions)).toBeNull();
  });

  it('is one of several options where these exclude each other', () => {
    expect(form(true, 'Will X win?', 'Will Y win?')).toEqual({ unit: null, order: [0, 1], bounds: null });
  });

  it.each([
    [
      ['How many? 20 or more', 'How many? less than 10', 'How many? 10 to 19'],
      [1, 2, 0],
      ['10', '19'],
    ],
    [
      ['Will it be between 40 and 49.99?', 'Will it be 50 or above?', 'Will it be below 40?'],
      [2, 0, 1],
      ['40', '49.99'],
    ],
    [
      ['Strikes: 1-5', 'Strikes: 6-10'],
      [0, 1],
      ['5', '10'],
    ],
    [['Will there be 5+ strikes by June 30?', 'Will there be at most 4 strikes by June 30?'], [1, 0], ['4']],
  ])('is a quantity where they are ranges that follow one another: %j', (questions, order, bounds) => {
    expect(form(true, ...questions)).toEqual({ unit: 'number', order, bounds });
  });

  it('has no order where ranges overlap', () => {
    expect(form(true, 'Strikes: 1-5', 'Strikes: 4-10')?.unit).toBeNull();
  });
});
