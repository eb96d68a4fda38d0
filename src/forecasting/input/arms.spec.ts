import { LADDER, QUIET, SURGE } from '../../../test/support/forecast-inputs';
import { anEvidence } from '../../../test/support/forecast-material';
import { ARMS, armInput, evidenceSha256, inputSha256 } from './arms';
import { buildInput } from './build-input';
import type { ForecastInput, Words } from './forecast-input';
import type { InputMaterial } from './input-rows';
import { renderInput } from './render-input';

const TRADED: InputMaterial = {
  ...SURGE,
  trigger: 'price_move',
  evidence: [
    ...SURGE.evidence,
    anEvidence({
      id: 'w-1',
      source_type: 'whale',
      category: 'whale_trade',
      story: 's-w',
      title: 'A whale bought',
      about: true,
      relevance: 1,
    }),
    anEvidence({
      id: 'n-circular',
      story: 's-c',
      title: 'Bettors now give it 38 %',
      circular: true,
      about: true,
      relevance: 1,
    }),
  ],
};

const shown = (material: InputMaterial): { input: ForecastInput; words: Words } => buildInput(material);

describe('the arms of an input', () => {
  it.each([
    ['a surge', SURGE],
    ['a quiet market', QUIET],
    ['a ladder', LADDER],
    ['a traded market', TRADED],
  ])('of %s: B has no price, C the question alone', (_, material) => {
    const { input, words } = shown(material);
    const [a, b, c] = ARMS.map((arm) => armInput(input, arm));
    const text = (of: ForecastInput | undefined): string => renderInput(of ?? input, words);

    expect(a).toBe(input);
    for (const prices of [text(b), text(c)]) {
      expect(prices).toContain('  YES unknown; bid none, ask none, spread unknown');
      expect(prices).not.toMatch(/YES 0\.\d/);
      expect(prices).not.toMatch(/moved from|whale|CIRCULAR|price move|when the price was/);
    }
    expect(text(b).match(/^- /gm)?.length ?? 0).toBeLessThanOrEqual(text(a).match(/^- /gm)?.length ?? 0);
    expect(b?.items.map(({ key }) => key)).toEqual(
      input.items.filter((one) => one.source_type !== 'whale' && !one.circular).map(({ key }) => key),
    );
    expect(c).toMatchObject({ items: [], crowd: [], ontology: [], calendar: [], alert: null });
    expect(c?.question).toEqual({ ...input.question, group: null });
  });

  it('preserve the other parts: the evidence of B is that of A', () => {
    const { input } = shown(SURGE);
    const b = armInput(input, 'B');

    expect(b.items).toEqual(input.items.filter(({ source_type }) => source_type !== 'whale'));
    expect(b.crowd).toEqual(input.crowd);
    expect(b.calendar).toEqual(input.calendar);
    expect(b.items.length).toBeGreaterThan(0);
  });

  it('have a hash of their own, and one of the evidence that no name of a model changes', () => {
    const { input } = shown(SURGE);
    const other = { ...input, model: { ...input.model, name: 'gpt' } };

    expect(new Set(ARMS.map((arm) => inputSha256(armInput(input, arm)))).size).toBe(3);
    for (const arm of ARMS) {
      expect(evidenceSha256(armInput(input, arm))).toBe(evidenceSha256(armInput(other, arm)));
      expect(inputSha256(armInput(input, arm))).not.toBe(inputSha256(armInput(other, arm)));
    }
  });
});
