import { SURGE } from '../../test/support/forecast-inputs';
import { canonicalJson } from '../platform/common/canonical-json';
import { sha256Hex } from '../platform/common/sha256';
import { servedBundle } from '../registry/copies/served-document';
import { bundleText } from './bundle-text';
import type { Forecast } from './forecast';
import { buildInput } from './input/build-input';
import { freezeInput } from './input/forecast-input';
import { renderInput } from './input/render-input';
import { buildBundle } from './replay-bundle';

const forecast: Forecast = {
  probability_yes: 0.44,
  confidence: 0.7,
  direction: 'ESCALATE',
  reasoning: 'The boarding is reported twice.',
};
const { input, words } = buildInput(SURGE);
const built = buildBundle(
  { id: 'rb-1', madeAt: '2026-05-07T12:00:01.000000Z', intentSha256: 'a'.repeat(64) },
  freezeInput(input, words),
  { ...forecast, model: 'claude', side: 'YES' },
  {
    draws: [forecast, { ...forecast, probability_yes: 0.5 }],
    combined: { shrunk: 0.48, calibrated: 0.41, markets: 31, intercept: -0.1, slope: 0.9 },
    joint: null,
    unsupported: [],
  },
);

describe('bundleText', () => {
  it('has the exact input of the model, and its answer', () => {
    const text = bundleText(servedBundle(built.text, built.sha256, { words: built.words }));
    expect(text).toContain(renderInput(input, words));
    expect(text).toContain('YES 0.44, confidence 0.7, ESCALATE; traded: YES');
    expect(text).toContain('The boarding is reported twice.');
    expect(text).toContain('The median of 2 answers:');
    expect(text).toContain('Calibrated: 0.41, by 31 markets of this model that were decided before that day');
  });

  it('reads bundles of the first schema', () => {
    const old = canonicalJson({
      schema_version: '1.0.0',
      bundle_id: 'rb-0',
      input: {
        items: [{ key: 'n-1', title: 'An old headline' }],
        model: { name: 'claude', version: 'x', prompt_id: 'forecast-1' },
      },
      prediction: {
        model: 'claude',
        side: null,
        probability_yes: 0.2,
        confidence: 0.5,
        direction: 'NO',
        reasoning: 'No.',
      },
    });
    const text = bundleText(servedBundle(old, sha256Hex(old)));
    expect(text).toContain('An old headline');
    expect(text).not.toContain('alibrated');
  });

  it('prints nothing of a bundle that was changed', () => {
    const changed = built.text.replace('0.44', '0.94');
    expect(bundleText(servedBundle(changed, built.sha256, { words: built.words }))).toBeNull();
  });
});
