import { compileRule, refusalOf, type ContextRuleSeed } from './context-rule';
import { Surroundings } from './surroundings';
import { TextUnits } from '../folding/text-units';
import { WordIndex } from './word-index';
import { PatternCompiler } from './word-pattern';

const lists = { verbs: ['says', 'rejects'], amounts: ['million'], regions: ['области'] };

/** The reason why `name` does not count in `text`, null where it does. */
const judge = (seed: Omit<ContextRuleSeed, 'say'>, text: string, name: string): string | null => {
  const start = text.indexOf(name);
  const wordIndex = new WordIndex();
  const rule = compileRule('test', { say: 'rule', ...seed }, new PatternCompiler(lists, wordIndex));
  const units = new TextUnits();
  units.load(text);
  const around = new Surroundings(units, wordIndex).moveTo(start, start + name.length);
  return refusalOf(rule, around);
};

describe('words that must be near', () => {
  const oil = { near: ['price*', 'barrel'], not_before: ['olive'], not_after: ['painting'] };

  it.each([
    ['oil prices fall', null],
    ['a barrel of oil', null],
    ['oil on canvas', 'rule (nothing near says so)'],
    ['olive oil prices fall', 'rule (the word before)'],
    ['an oil painting at a low price', 'rule (the word after)'],
    ['oil\n\nprices', 'rule (nothing near says so)'],
  ])('%s', (text, reason) => {
    expect(judge(oil, text, 'oil')).toBe(reason);
  });

  it('reads on behind a quotation mark, not behind a full stop', () => {
    const club = { not_after: ['spartak'] };

    expect(judge(club, 'Moscow "Spartak" won', 'Moscow')).toBe('rule (the word after)');
    expect(judge(club, 'He left Moscow. Spartak won', 'Moscow')).toBeNull();
  });
});

describe('a text of capitals', () => {
  const us = { all_caps: { before: ['the'], after: ['navy'] } };

  it.each([
    ['talks with the US over oil', null],
    ['PLEASE TELL US MORE', 'rule (all capitals)'],
    ['FLEET OF THE US SAILS', null],
    ['TRUMP SAYS US NAVY SAILS', null],
  ])('%s', (text, reason) => {
    expect(judge(us, text, 'US')).toBe(reason);
  });
});

describe('a given name that is a country', () => {
  const given = { follow: ['@verbs'], evidence: ['minister'] };
  const surname = 'rule (a given name before a surname)';

  it('is recognised by the capitalised word after it', () => {
    expect(judge({ given_name: given }, 'we met Jordan Smith today', 'Jordan')).toBe(surname);
    expect(judge({ given_name: given }, 'today Jordan Rejects the offer', 'Jordan')).toBeNull();
    expect(judge({ given_name: given }, 'today Jordan, Syria agreed', 'Jordan')).toBeNull();
  });

  it('with `single` needs one lone word behind it', () => {
    const single = { given_name: { ...given, single: true } };

    expect(judge(single, 'then India Walton concedes defeat', 'India')).toBe(surname);
    expect(judge(single, 'the India Space Agency launches again', 'India')).toBeNull();
    expect(judge(single, 'the India PM arrives today', 'India')).toBeNull();
    expect(judge(single, 'And An India Invite Arrives', 'India')).toBeNull();
  });

  it('is not one in the possessive', () => {
    expect(judge({ given_name: given }, "then India's Tata bought it", 'India')).toBeNull();
    expect(judge({ given_name: given }, 'then India Tata bought it', 'India')).toBe(surname);
  });

  it('counts in a text of capitals where the rule allows it', () => {
    const name = 'ИРАН';
    const text = 'ИРАН АТАКОВАЛ ИЗРАИЛЬ РАКЕТАМИ';

    expect(judge({ given_name: { ...given, all_caps: 'counts' } }, text, name)).toBeNull();
    expect(judge({ given_name: given }, text, name)).toBe(surname);
  });
});

describe('a family name that is a people', () => {
  const family = { family_name: { titles: ['الكاتب', 'دکتر'] } };
  const reason = 'rule (a family name)';

  it.each([
    ['صدر للكاتب غسان السوداني كتاب', 'السوداني', null],
    ['قال الكاتب غسان السوداني أمس', 'السوداني', reason],
    ['قال الكاتب المعروف السوداني أمس', 'السوداني', null],
    ['قال الكاتب السوداني أمس', 'السوداني', null],
    ['قال الكاتب غسان سوداني أمس', 'سوداني', reason],
    ['قال الكاتب المعروف سوداني أمس', 'سوداني', null],
    ['قال الكاتب ليلى سودانية أمس', 'سودانية', null],
    ['концерт Михаила Турецкого в Сочи', 'Турецкого', reason],
    ['концерт известного турецкого певца', 'турецкого', null],
    ['По Турецкому вопросу решили', 'Турецкому', null],
    ['В МИД Турецкой Республики', 'Турецкой', null],
  ])('%s', (text, name, expected) => {
    expect(judge(family, text, name)).toBe(expected);
  });

  it('has no article in Persian', () => {
    const persian = { family_name: { titles: ['دکتر'], article: 'none' } } as const;

    expect(judge(persian, 'خانم دکتر لیلا لبنانی آمد', 'لبنانی')).toBe(reason);
    expect(judge(persian, 'خانم دکتر لبنانی آمد', 'لبنانی')).toBeNull();
  });
});

it('reads a masculine adjective before a feminine verb as a family name in Hebrew', () => {
  const rule = { family_name: { titles: ['הזמר'], article: 'none', verbs: ['נבחרה'] } } as const;
  const reason = 'rule (a family name)';

  expect(judge(rule, 'אתמול שולה מצרי נבחרה שוב', 'מצרי')).toBe(reason);
  expect(judge(rule, 'אתמול נשיא מצרי נבחר שוב', 'מצרי')).toBeNull();
  expect(judge(rule, 'אתמול שרה מצרית נבחרה שוב', 'מצרית')).toBeNull();
});

it('reads a word list across apostrophes and the quotes of acronyms', () => {
  expect(judge({ not_after: ["хом'як*"] }, "сирійський хом'як утік", 'сирійський')).toBe('rule (the word after)');
  expect(judge({ near: ['ארה"ב'] }, 'שיחות עם ארה"ב על נפט', 'נפט')).toBeNull();
});

it('does not read the non-joiner of Persian as a border of clauses', () => {
  expect(judge({ not_after: ['دار'] }, 'لباس چین‌دار', 'چین')).toBe('rule (the word after)');
});

describe('an amount', () => {
  it.each([
    ['fined 100 shekel', 'rule (an amount)'],
    ['a million shekel', 'rule (an amount)'],
    ['the shekel fell', null],
  ])('%s', (text, reason) => {
    expect(judge({ amount: 'refused' }, text, 'shekel')).toBe(reason);
  });
});

it('refuses a list that does not exist', () => {
  expect(() =>
    compileRule('test', { say: 'rule', near: ['@none'] }, new PatternCompiler(lists, new WordIndex())),
  ).toThrow('No word list @none');
});
