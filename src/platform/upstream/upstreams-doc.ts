/** `docs/upstreams.md`, generated from the ledger; a test compares the two. */
import type { LedgerCall, LedgerModel, LedgerUpstream, Says } from './ledger';

const HEAD = `# Upstreams

This page tells operators and developers whom Vedette asks for what, and which source says that it may be asked so.

\`npm run docs:configuration\` writes this page from \`seed/upstreams\`, which also lists parameters, headers and the
members read; tests compare every request with it. Base addresses are [settings](configuration.md). A month says when a
fact was last looked up. A start warns of addresses and models that end within 30 days, and of facts older than 120
days. Addresses named by the operator are not listed.
`;

export const upstreamsDoc = (upstreams: readonly LedgerUpstream[]): string =>
  HEAD +
  [...upstreams]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(sectionOf)
    .join('');

const sectionOf = ({ name, purpose, terms, price, calls = [], models = [], retired = [] }: LedgerUpstream): string => {
  const facts = [...calls, ...models, ...retired].flatMap(({ says }) => says.map(factOf));
  const shared = [...new Set(facts.filter((fact, at) => facts.indexOf(fact) !== at))];
  const sources: SourcesOf = (says) =>
    says
      .map(factOf)
      .map((fact) => (shared.includes(fact) ? ` [${shared.indexOf(fact) + 1}]` : ` (${fact})`))
      .join('');
  return [
    `\n## ${name}\n\n${purpose}.`,
    ...(terms === undefined ? [] : [` ${terms}`]),
    ...(price === undefined ? [] : [` Price: ${price}.`]),
    '\n',
    ...shared.map((fact, at) => `${at === 0 ? '\n' : ''}- [${at + 1}] ${fact}\n`),
    ...calls.map((call, at) => callOf(call, calls[at - 1], sources)),
    ...models.map((model) => `\n- ${modelOf(model)}${sources(model.says)}`),
    ...(models.length === 0 ? [] : ['\n']),
    ...retired.map(
      ({ method, address, since, says }) =>
        `\nNo longer asked: \`${method} ${address}\`, not answered since ${since}${sources(says)}\n`,
    ),
  ].join('');
};

const modelOf = ({ id, retires, replaced_by, max_output_tokens, prices }: LedgerModel): string =>
  [
    `Model ${code(id)}`,
    ...(retires === null ? [] : [`ends ${retires}`]),
    ...(replaced_by === undefined ? [] : [`then ${code(replaced_by)}`]),
    `writes ${max_output_tokens} tokens at most`,
    ...prices.map(
      ({ from, input, output, cache_read, cache_write }) =>
        `from ${from}: ${input} USD a million tokens in, ${output} out, ${cache_read} read from the cache, ${cache_write} written to it`,
    ),
  ].join(', ');

type SourcesOf = (says: readonly Says[]) => string;

const factOf = ({ what, where, checked }: Says): string => `${what}: ${where}, ${checked}`;

/** @param before the call printed above it: what both have alike is not repeated */
const callOf = (call: LedgerCall, before: LedgerCall | undefined, sources: SourcesOf): string => {
  const above = before === undefined ? {} : rowsOf(before);
  const rows = Object.entries(rowsOf(call)).filter(([, value]) => value !== '');
  const alike = rows.filter(([name, value]) => above[name] === value).map(([name]) => name);
  const lines = rows.filter(([name]) => !alike.includes(name)).map(([name, value]) => `- ${name}: ${value}\n`);
  if (alike.length > 0) lines.push(`- ${alike.join(', ')}: as above\n`);
  return `\n**${call.purpose}.** ${code(`${call.method} ${call.address}`)}${sources(call.says)}\n\n${lines.join('')}`;
};

const rowsOf = (call: LedgerCall): Readonly<Record<string, string>> => ({
  limits: call.limits ?? '',
  span: call.span === undefined ? '' : `${call.span.from} to ${call.span.to}: ${call.span.seconds} s at most`,
  agent: call.agent === undefined ? '' : `begins ${code(call.agent.begins)}, else ${call.agent.otherwise}`,
  costs: call.usd === undefined ? '' : `${call.usd} USD for each object that is returned`,
  retires: call.retires ?? '',
});

const code = (text: string): string => `\`${text}\``;
