/** `docs/upstreams.md`, generated from the ledger; a test compares the two. */
import type { LedgerCall, LedgerUpstream, Says } from './ledger';

const HEAD = `# Upstreams

This page tells operators and developers whom Vedette asks for what, and which source says that it may be asked so.

\`npm run docs:configuration\` writes it from \`seed/upstreams\`. Every request of the tests is compared with the same entries, and
an entry that no request uses fails. Base addresses are settings ([configuration.md](configuration.md)). The month says when
a fact was looked up last. A start warns of what retires within 30 days and of what was looked up more than 120 days ago.

Addresses that the operator names (an RSS bridge, time-stamping authorities, witnesses, webhook receivers, a model server)
are not listed.
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
    '\n',
    ...calls.map(callOf),
    ...models.map(
      ({ id, retires, replaced_by, says }) =>
        `\n- Model \`${id}\`${retires === null ? '' : `, ends ${retires}${replaced_by === undefined ? '' : `, then \`${replaced_by}\``}`}${sourcesOf(says)}`,
    ),
    ...(models.length === 0 ? [] : ['\n']),
    ...retired.map(
      ({ method, address, since, says }) =>
        `\nNo longer asked: \`${method} ${address}\`, not answered since ${since}${sourcesOf(says)}\n`,
    ),
  ].join('');

const callOf = (call: LedgerCall): string => {
  const rows = [
    ['parameters', ruleList(call.parameters)],
    ['body', ruleList(call.body ?? {})],
    ['headers', (call.headers ?? []).map(code).join(', ')],
    ['read', call.reads.map(code).join(', ')],
    ['limits', call.limits ?? ''],
    ['span', call.span === undefined ? '' : `${call.span.from} to ${call.span.to}: ${call.span.seconds} s at most`],
    ['agent', call.agent === undefined ? '' : `begins ${code(call.agent.begins)}, else ${call.agent.otherwise}`],
    ['costs', call.usd === undefined ? '' : `${call.usd} USD for each object that is returned`],
    ['retires', call.retires ?? ''],
  ].filter(([, value]) => value !== '');
  const table = rows.map(([name = '', value = '']) => `| ${name} | ${value.replaceAll('|', '\\|')} |\n`).join('');
  return `\n**${call.purpose}.** ${code(`${call.method} ${call.address}`)}${sourcesOf(call.says)}\n\n| | |\n|---|---|\n${table}`;
};

const code = (text: string): string => `\`${text}\``;

const ruleList = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([name, takes]) => code(`${name === '' ? '(list)' : name} ${takes}`))
    .join(', ');

const sourcesOf = (says: readonly Says[]): string =>
  says.map(({ what, where, checked }) => ` (${what}: ${where}, ${checked})`).join('');
