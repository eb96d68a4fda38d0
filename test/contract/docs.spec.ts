/** Statements of the documents about the interface: addresses are routes, and tables are complete. */
import { readdirSync, readFileSync } from 'node:fs';
import { PROMPTS } from '../../src/delivery/mcp/prompts';
import { TOOLS } from '../../src/delivery/mcp/tools';
import { EVENT_TYPES } from '../../src/delivery/webhooks/webhook-event';
import { RELATIONSHIP_KINDS, RELATIONSHIP_TYPES } from '../../src/ontology/relationship';
import { packagePath } from '../../src/platform/common/package-root';
import { describeApp, type DescribedApp } from '../support/described-app';
import { runSnippet, snippet } from '../support/docs-snippet';
import { needing } from '../support/tools';

jest.setTimeout(60_000);

const pages = [
  'README.md',
  ...readdirSync(packagePath('docs'), { encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'upstreams.md')
    .map((file) => `docs/${file}`),
];

/** Addresses of the API in code and blocks; a variable or a name in braces is one segment. */
const addressesOf = (page: string): string[] => {
  const text = readFileSync(packagePath(page), 'utf8');
  const code = [...text.matchAll(/^ *```[\s\S]*?^ *```|`[^`\n]+`/gm)].map(([span]) => span);
  const found = code.flatMap((span) => [...span.matchAll(/(?<![\w}])\/(?:v1|api)\/[\w{}$./:-]*/g)]);
  return [...new Set(found.map(([address]) => address))];
};

describe('addresses in the pages for people', () => {
  let described: DescribedApp;
  let routes: RegExp[];

  beforeAll(async () => {
    described = await describeApp();
    routes = Object.keys(described.document.paths).map(
      (path) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    );
  });
  afterAll(() => described.app.close());

  it.each(pages)('%s', (page) => {
    const unknown = addressesOf(page).filter((address) => {
      const sample = address
        .replace(/\$M\b/g, 'x/x')
        .replace(/\$\w+|\{[^}]*\}/g, 'x')
        .replace(/[.:]$/, '');
      return !sample.endsWith('/') && !routes.some((route) => route.test(sample));
    });
    expect(unknown).toEqual([]);
  });
});

describe('pages of the site', () => {
  const controllers = readdirSync(packagePath('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.controller.ts'))
    .map((file) => readFileSync(packagePath('src', file), 'utf8'));
  const routes = controllers.flatMap((text) => {
    let prefix = '';
    return [...text.matchAll(/@(Controller|PageRoute|DocumentRoute|Get|Post)\((?:'([^']*)'|(\w+))?/g)].flatMap(
      ([, kind, path = '', constant = '']) => {
        if (kind === 'Controller') prefix = path + constant;
        return kind === 'Controller' ? [] : [`/${prefix}/${path}`];
      },
    );
  });
  const patterns = [...routes, '/mcp', '/assets/*', '/health/*'].map(
    (route) =>
      new RegExp(
        `^${route
          .replace(/\/+/g, '/')
          .replace(/(?<=.)\/$/, '')
          .replace(/\*/g, '.+')
          .replace(/:\w+/g, '[^/]+')}$`,
      ),
  );

  it.each(pages)('%s names those that there are', (page) => {
    const text = readFileSync(packagePath(page), 'utf8');
    const named = [...text.matchAll(/`(\/(?!v\d\b|api\b)[a-z][\w/{}.*-]*)[?`]/g)].map(([, address = '']) => address);
    const own = named.filter((address) => !/^\/(?:etc|opt|tmp)\/|^\/(?:events|alerts|resolve|moves)$/.test(address));
    const unknown = own.filter((address) => !patterns.some((route) => route.test(address.replace(/\{[^}]*\}/g, 'x'))));
    expect([...new Set(unknown)]).toEqual([]);
  });
});

needing('bash').describe('commands of how-it-judges.md', () => {
  const linesOf = async (name: string): Promise<Record<string, unknown>[]> => {
    const { code, out } = await runSnippet(snippet(name, 'how-it-judges'), {});
    expect([code, out]).toEqual([0, expect.stringContaining('{')]);
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('a text is tagged as on the page', async () => {
    const [{ entities, refused } = {}] = await linesOf('tag');
    expect(entities).toEqual(['doha', 'hamas', 'israel']);
    expect(refused).toMatchObject([{ alias: 'Jerusalem', reason: 'a street or a house named after it' }]);
  });

  it('two items have the relevance stated on the page', async () => {
    expect((await linesOf('relevance')).map(({ relevance, counts }) => [relevance, counts])).toEqual([
      [1, true],
      [0.25, false],
    ]);
  });
});

describe('tables that are written by hand', () => {
  const pageOf = (name: string): string => readFileSync(packagePath('docs', name), 'utf8');
  const NAMED: Readonly<Record<string, string>> = {
    'country, militant group, state force, organization': 'power',
    'country, militant group, state force, organization, leader': 'party',
    'country, place': 'land',
  };
  const ends = (types: readonly string[]): string => {
    const text = types.map((type) => type.replace('_', ' ')).join(', ');
    return NAMED[text] ?? text;
  };

  it.each(RELATIONSHIP_TYPES)('graph.md has %s as the ontology has it', (type) => {
    const { verb, symmetric, from, to, meaning } = RELATIONSHIP_KINDS[type];
    const row = `| \`${type}\` ${symmetric ? '↔' : '→'} | *${verb}* | ${ends(from)} | ${ends(to)} | ${meaning} |`;
    expect(pageOf('graph.md').split('\n')).toContain(row);
  });

  it('graph.md has each saved query', () => {
    const files = readdirSync(packagePath('cypher', 'explore')).filter((file) => file.endsWith('.cypher'));
    const missing = files.filter((file) => !pageOf('graph.md').includes(`| \`${file.replace('.cypher', '')}\` |`));
    expect(missing).toEqual([]);
  });

  it('graph.md names labels and relationships that queries use', () => {
    const queries = readdirSync(packagePath('cypher'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.cypher'))
      .map((file) => readFileSync(packagePath('cypher', file), 'utf8'))
      .join('\n');
    const [, labels = ''] = /^## Labels$([\s\S]*?)^## /m.exec(pageOf('graph.md')) ?? [];
    const named = [...labels.matchAll(/`([A-Z][A-Za-z_]+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !new RegExp(`:(?:\\w+\\|)*${name}\\b`).test(queries))).toEqual([]);
  });

  it('http.md has each tool and prompt of MCP, and each event of webhooks', () => {
    const names = [...TOOLS, ...PROMPTS].map(({ name }) => name).concat(EVENT_TYPES);
    expect(names.filter((name) => !pageOf('http.md').includes(`\`${name}\``))).toEqual([]);
  });
});
