import type { Theater } from '../ontology/theater';
import { compileEventTypes, eventOf, theaterOf, type NamedTheater } from './tag-market';

const rules = compileEventTypes([
  { event_type: 'ceasefire_end', say: '', any: ['ceasefire* break*|ends', 'break* ceasefire*'] },
  { event_type: 'ceasefire', say: '', any: ['ceasefire*'] },
  {
    event_type: 'strike',
    say: '',
    any: ['strike* on', 'attack*'],
    none: ['hunger strike*'],
    at: 'object',
  },
]);

const kindOf = (question: string): string | null => eventOf(question, rules)?.rule.eventType ?? null;

describe('eventOf', () => {
  it.each([
    ['Ceasefire before another attack?', 'ceasefire'],
    ['Will the ceasefire break by May?', 'ceasefire_end'],
    ['Will Iran strike any target on Sunday?', 'strike'],
    ['Hunger strike on the island?', null],
    ['Will it rain?', null],
  ])('takes the first rule that matches: %s', (question, kind) => {
    expect(kindOf(question)).toBe(kind);
  });
});

describe('theaterOf', () => {
  const named = (question: string, names: Readonly<Record<string, Theater | null>>) =>
    Object.entries(names).map(([name, theater]): NamedTheater => {
      const start = question.indexOf(name);
      return { start, end: start + name.length, theater, placed: name !== 'Hamas' };
    });
  const theater = (question: string, names: Readonly<Record<string, Theater | null>>) =>
    theaterOf(question, named(question, names), eventOf(question, rules));

  it.each([
    ['Israel strike on Iran by May?', { Israel: 'israel', Iran: 'iran' }, 'iran'],
    ['Will Iran attack Israel?', { Iran: 'iran', Israel: 'israel' }, 'israel'],
    ['Will Syria be attacked by Israel?', { Syria: 'syria', Israel: 'israel' }, 'syria'],
    ['Israel attacks Hamas in Qatar?', { Israel: 'israel', Hamas: 'gaza', Qatar: 'middle_east' }, 'middle_east'],
    ['Israel x Lebanon ceasefire?', { Israel: 'israel', Lebanon: 'lebanon' }, 'lebanon'],
    ['Will Trump resign?', { Trump: null }, null],
  ] as const)('%s', (question, names, expected) => {
    expect(theater(question, names)).toBe(expected);
  });
});
