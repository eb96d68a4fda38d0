/** `docs/upstreams.md`, generated from the ledger; a test compares the two. */
import type { LedgerCall, LedgerModel, LedgerUpstream } from './ledger';

const HEAD = `# Upstreams

This page tells operators and developers whom Vedette asks for what, within which limits and terms.

\`npm run docs:configuration\` writes it from \`seed/upstreams\`, which also has the source of each fact with the month
in which it was looked up, parameters, headers and the members read; tests compare every request with it. Base addresses
are [settings](configuration.md). A start warns of addresses and models that end within 30 days, and of facts older than
120 days. Prices of models are USD a million tokens. Addresses named by the operator are not listed.
`;

export const upstreamsDoc = (upstreams: readonly LedgerUpstream[]): string =>
  HEAD +
  [...upstreams]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(sectionOf)
    .join('');

const sectionOf = ({ name, purpose, terms, price, calls = [], models = [], retired = [] }: LedgerUpstream): string =>
  [
    `\n## ${name}\n\n${purpose}.`,
    ...(terms === undefined ? [] : [` ${terms}`]),
    ...(price === undefined ? [] : [` Price: ${price}.`]),
    '\n\n',
    ...calls.map((call, at) => {
      const limits = limitsOf(call);
      const said = limits === limitsOf(calls[at - 1]) ? 'limits as above' : limits;
      return `- **${call.purpose}**: ${code(`${call.method} ${call.address}`)}; ${said}\n`;
    }),
    ...(models.length === 0 ? [] : [MODELS]),
    ...models.flatMap((model) => model.prices.map((cost) => modelRow(model, cost))),
    ...retired.map(
      ({ method, address, since }) => `- Not answered since ${since}, no longer asked: ${code(`${method} ${address}`)}\n`,
    ),
  ].join('');

const MODELS = `| model | ends | tokens written | from | in | out | cache read | cache write |
|---|---|---|---|---|---|---|---|
`;

const modelRow = (
  { id, retires, replaced_by, max_output_tokens }: LedgerModel,
  { from, input, output, cache_read, cache_write }: LedgerModel['prices'][number],
): string => {
  const ends = `${retires ?? '–'}${replaced_by === undefined ? '' : `, then ${code(replaced_by)}`}`;
  const cells = [code(id), ends, max_output_tokens, from, input, output, cache_read, cache_write];
  return `| ${cells.join(' | ')} |\n`;
};

const limitsOf = ({ limits, span, agent, usd, retires }: Partial<LedgerCall> = {}): string =>
  [
    limits,
    span && `${span.from} to ${span.to}: ${span.seconds} s at most`,
    agent && `an agent that begins ${code(agent.begins)}, else ${agent.otherwise}`,
    usd && `${usd} USD for each object returned`,
    retires && `ends ${retires}`,
  ]
    .filter(Boolean)
    .join('; ');

const code = (text: string): string => `\`${text}\``;
