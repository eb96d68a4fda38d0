import { loadEvidenceRule } from '../evidence/evidence-seed.provider';
import { unsupportedIn } from './unsupported';

const SHOWN = `  2026-05-07 12:00 UTC; 24.5 days to the deadline
  "Will Iran seize a tanker by May 31?"
  YES 0.41; bid 0.4, ask 0.42
- [1] 2026-05-05 09:24 UTC, news: "UKMTO: vessel boarded by 6 persons 22 nm east of Khor Fakkan, 3,400 tonnes aboard"
- [2] 2026-05-04 08:10 UTC, news: "伊朗扣押85名船员", "الحرس الثوري: لافروف يزور طهران"
  price of YES at the end of each day: 05-02 0.28, 05-03 0.33
- polymarket: 19.7 % of 375 events resolved YES`;

const found = (reasoning: string) =>
  unsupportedIn(reasoning, SHOWN, [0.35, 0.8], (text) => loadEvidenceRule().namesIn(text));

describe('facts in a reasoning that are not in the input', () => {
  it.each([
    'On 5 May, says [1], a vessel was boarded off Khor Fakkan; the price is 41 % and the base rate about 20 %.',
    'The deadline is May 31, 2026, so 24.5 days are left; 3400 tonnes were aboard and Tehran denies it.',
    'I estimate 35 %, so 65 % for NO. There were two or three such events in 375.',
    'YES was at 28 % on 2 May and rose 5 points by Sunday; a gap of 30 points to the rate remains.',
    'About 85 of the crew are held, near 380 events give a rate of some 20 %, and Lavrov comes [2].',
    'My own estimate begins at 55 % before the price.',
    'The market 8 hours ago, 3 markets and 2 decisions of it, 9 separate marines and 4 augmented novels are no dates.',
    'It was so in Sept and on 5 May, by the end of December.',
    'The ask of 0.42 is above my number. Iranian forces acted on 2026-05-05 [1, 2].',
  ])('is nothing in: %s', (reasoning) => {
    expect(found(reasoning)).toEqual([]);
  });

  it.each([
    ['On 9 May a second vessel followed.', ['9 May']],
    [
      'Told by Maryam and by Decker on Sept 3, then on 4 June and 5 Mar.',
      ['4 June', '5 Mar', 'Sept 3', 'Maryam', 'Decker'],
    ],
    ['It happened on March 3, as in 2019.', ['March 3', '2019']],
    ['The crew of 23 were held, worth 1,250,000 dollars.', ['23', '1,250,000']],
    ['As in Venezuela, nobody moved.', ['Venezuela']],
    ['The admiral, says Kowalski, knows.', ['Kowalski']],
    ['A rate of 0.77 is usual.', ['0.77']],
    ['Some 13 ships and 85 crews are held for 41 days.', ['13', '41']],
    ['The price was 55 % on 1 May, says IRNA.', ['1 May', '55', 'IRNA']],
    ['Araghchi and Larijani disagree, and Bandar Abbas is closed.', ['Araghchi', 'Larijani', 'Bandar Abbas']],
  ])('are listed: %s', (reasoning, expected) => {
    expect(found(reasoning)).toEqual(expected);
  });

  it('is bounded, however much a model makes up', () => {
    expect(found(Array.from({ length: 500 }, (_, at) => `${1000 + 7 * at}`).join(' and '))).toHaveLength(20);
  });
});
