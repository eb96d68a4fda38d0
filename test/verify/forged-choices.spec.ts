/** Choices, orders and contexts that are false in sum, though each document follows its rules; read by both verifiers. */
import { REFUSED, TOLD } from '../support/forged-choices';
import { fateOf, tell } from '../support/forgeries';
import { needing } from '../support/tools';

jest.setTimeout(1_200_000);

const named = (choices: typeof REFUSED) => choices.map((choice) => [choice[0], choice] as const);

needing('python3', 'openssl').describe('a log of an operator who chooses', () => {
  it.each(named(REFUSED))('is found out with %s', async (name, [, said, forgery, sealing]) => {
    const { first, second } = await fateOf(forgery, sealing);
    tell(name, { first, second });
    for (const text of [first, second]) {
      expect(text).toMatch(said);
      expect(text).toMatch(/^(?:Complete|Figures) +no /m);
    }
  });

  it.each(named(TOLD))('is reported to have %s', async (name, [, said, forgery, sealing]) => {
    const { first, second } = await fateOf(forgery, sealing);
    tell(name, { first, second });
    expect(first).toMatch(said);
    expect(second).toMatch(said);
  });
});
