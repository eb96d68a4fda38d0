/** One colour has one meaning: which style rules may use which named colours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CSS = readFileSync(join(__dirname, 'assets/pages.css'), 'utf8').replace(/\/\*[^]*?\*\//g, '');

const BLOCKS = [...CSS.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', rules = '']) => ({
  selector: selector.trim().replace(/\s+/g, ' '),
  rules,
}));

const STEPS = [0, 1, 2, 3, 4].map((step) => `--unusual-${step}`);

describe('the colours of the pages', () => {
  it.each([
    ['--model', /model|\.gap|\.interval/],
    ['--alert', /alert|down|error|bad/],
    ...STEPS.map((step) => [step, /\.unusual-/] as const),
  ] as const)('%s has one meaning', (name, allowed) => {
    const users = BLOCKS.filter(({ rules }) => rules.includes(`var(${name})`));
    const others = users.filter(({ selector }) => selector.split(',').some((one) => !allowed.test(one)));

    expect(users.length).toBeGreaterThan(0);
    expect(others.map(({ selector }) => selector)).toEqual([]);
  });

  it('are named wherever they are used', () => {
    const written = BLOCKS.filter(
      ({ selector, rules }) => !selector.includes(':root') && /#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i.test(rules),
    );

    expect(written.map(({ selector }) => selector)).toEqual([]);
  });

  it('have a dark counterpart each', () => {
    const [light, dark] = BLOCKS.filter(({ selector }) => selector.endsWith(':root'));
    const names = [...(light?.rules ?? '').matchAll(/(--[a-z0-9-]+):\s*#/g)].map(([, name]) => name);

    expect(names.length).toBeGreaterThan(12);
    expect(names.filter((name) => !dark?.rules.includes(`${name}:`))).toEqual([]);
  });
});
