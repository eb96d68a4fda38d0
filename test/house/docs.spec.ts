/** Everything that the documents refer to exists: files, headings, commands, scripts, settings. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { vedette } from '../../src/delivery/cli/program';
import { VARIABLES } from '../../src/platform/config/environment';
import { runsTypeScript } from '../support/typescript-process';

const ROOT = packagePath('.');
const inDocs = readdirSync(packagePath('docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/README.md', ...inDocs];
const textOf = (page: string): string => readFileSync(packagePath(page), 'utf8');
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');

/** As the anchor of a heading is written on code hosts. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const linksOf = (page: string): { target: string; anchor: string }[] =>
  [...withoutBlocks(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^[a-z]+:/.test(address) && !address.startsWith('/'))
    .map((address) => {
      const [file = '', anchor = ''] = address.split('#');
      return { target: file === '' ? page : relative(ROOT, join(ROOT, dirname(page), file)), anchor };
    });

const packageJson = JSON.parse(textOf('package.json')) as { readonly scripts: Record<string, string> };
const commands = readdirSync(packagePath('src', 'delivery', 'cli'))
  .filter((file) => file.endsWith('.command.ts'))
  .map((file) => file.slice(0, -'.command.ts'.length));

/** Pages that are written by hand, but for the formats, which are long on purpose, and the decisions. */
const written = pages.filter(
  (page) => !/CHANGELOG|bench|\/decisions\/|\/(?:configuration|registry|upstreams)\.md$/.test(page),
);

/** Paragraphs, list items and headings; no blocks, no tables; code counts as one word. */
const paragraphsOf = (text: string): string[] =>
  text
    .replace(/^ *```[\s\S]*?^ *```|<!--.*?-->|^\|.*$|^ {4}\S.*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, 'x')
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. |#))/)
    .map((paragraph) => paragraph.trim().replace(/\s+/g, ' '));

const sentencesOf = (text: string): string[] =>
  paragraphsOf(text).flatMap((paragraph) => paragraph.split(/(?<=[.?!])["*)”]* (?=[\p{Lu}"“(*[x\d])/u));

describe('generated pages', () => {
  it('are as `npm run docs:configuration` writes them', () => {
    const words = runsTypeScript('scripts/write-configuration-doc.mjs', '--check');
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('list every variable that commands, set-up and tests read', () => {
    const read = ['src', 'scripts', 'bin'].flatMap((folder) =>
      readdirSync(packagePath(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.spec)\.[cm]?[jt]s$/.test(file))
        .flatMap((file) => [...textOf(`${folder}/${file}`).matchAll(/process\.env(?:\.|\[')([A-Z][A-Z0-9_]+)/g)])
        .map(([, name = '']) => name),
    );
    expect(read).toContain('JAVA_HOME');
    const written = textOf('docs/configuration.md');
    expect([...new Set(read)].filter((name) => !written.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe('the page of the graph', () => {
  it('names the relationships of every label, or why it has none', () => {
    const schema = readdirSync(packagePath('cypher', 'schema')).map((file) => textOf(`cypher/schema/${file}`));
    const labels = [...schema.join('').matchAll(/FOR \(\w+:(\w+)\)/g)].map(([, label = '']) => label);
    const said = textOf('docs/graph.md').split('## Entities')[0] ?? '';

    expect(labels.length).toBeGreaterThan(40);
    expect([...new Set(labels)].filter((label) => !said.includes(`\`${label}\``))).toEqual([]);
  });
});

describe('pages for people', () => {
  it.each(pages)('%s links to existing files and headings', (page) => {
    const broken = linksOf(page).filter(({ target, anchor }) => {
      if (!existsSync(packagePath(target))) return true;
      if (anchor === '' || !target.endsWith('.md')) return false;
      const headings = [...withoutBlocks(textOf(target)).matchAll(/^#+ (.+)$/gm)];
      return !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names files that are there', (page) => {
    const named = [
      ...textOf(page).matchAll(
        /`((?:bench|bin|clients|cypher|neo4j|ops|samples|scripts|seed|src|test|tools)\/[\w./-]+)`/g,
      ),
    ];
    const files = named.map(([, file = '']) => file);
    expect([...new Set(files)].filter((file) => !existsSync(packagePath(file)))).toEqual([]);
  });

  it('are reached from README in two steps', () => {
    const reached = new Set(['README.md']);
    for (let step = 0; step < 2; step += 1)
      for (const page of [...reached].filter((one) => one.endsWith('.md')))
        for (const { target } of linksOf(page))
          reached.add(target === 'docs/decisions' ? 'docs/decisions/README.md' : target);
    const single = inDocs.filter((page) => !page.startsWith('docs/decisions/'));
    expect(single.filter((page) => !reached.has(page))).toEqual([]);
  });

  it.each(inDocs.filter((page) => !/^docs\/decisions\/\d/.test(page)))(
    '%s begins with its reader and question',
    (page) => {
      const [, heading = '', first = ''] = /^(# .+)\n\n([\s\S]*?)(?:\n\n|\n*$)/.exec(textOf(page)) ?? [];
      expect([heading, first]).toEqual([expect.stringMatching(/^# /), expect.stringMatching(/^This page \w+s /)]);
    },
  );

  it.each([...written, 'bench/README.md', 'docs/registry.md'])('%s has no sentence of more than 40 words', (page) => {
    expect(sentencesOf(textOf(page)).filter((sentence) => sentence.split(' ').length > 40)).toEqual([]);
  });

  it.each(written)('%s is short: at most 1,500 words outside its tables and blocks', (page) => {
    expect(paragraphsOf(textOf(page)).join(' ').split(/\s+/).length).toBeLessThanOrEqual(1_500);
  });

  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names commands and scripts that exist', (page) => {
    const text = textOf(page);
    const scripts = [...text.matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => packageJson.scripts[name] === undefined)).toEqual([]);
    const asked = [...text.matchAll(/(?:bin\/vedette\.js|`vedette) ([a-z]+)\b/g)].map(([, name = '']) => name);
    expect([...new Set(asked)].filter((name) => !commands.includes(name))).toEqual([]);
  });

  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names options that exist', async (page) => {
    const unknown: string[] = [];
    for (const line of commandLines(textOf(page))) {
      const [word = '', ...rest] = line.split(/\s+/);
      let command = (await vedette(word)).commands.find((one) => one.name() === word);
      if (command === undefined) continue;
      for (const token of rest) {
        const option = /^--[a-z][\w-]*/.exec(token)?.[0];
        if (option === undefined) command = command.commands.find((one) => one.name() === token) ?? command;
        else if (option !== '--help' && !command.options.some(({ long }) => long === option))
          unknown.push(`${line}: ${option}`);
      }
    }
    expect(unknown).toEqual([]);
  });

  it.each(pages.filter((page) => page !== 'CHANGELOG.md'))('%s names settings that exist', (page) => {
    const known = new Set(Object.values(VARIABLES).map(({ name }) => name));
    const named = [...textOf(page).matchAll(/`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
      ([, name = '']) => name,
    );
    const settings = named.filter((name) => SETTING_HEADS.has(name.split('_')[0] ?? ''));
    expect([...new Set(settings)].filter((name) => !known.has(name))).toEqual([]);
  });
});

/** Arguments of each call of the program in a page, in blocks and sentences. */
const commandLines = (text: string): string[] => {
  const spans = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const lines = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.replace(/\\\n/g, ' ').split('\n'),
  );
  return [...spans, ...lines].flatMap((code) =>
    [...code.matchAll(/(?:^|bin\/|npx |[|;(] ?)vedette(?:\.js)? ([a-z][^|;<>&#)]*)/g)].map(([, call = '']) =>
      call.trim(),
    ),
  );
};

describe('blocks of commands', () => {
  /** Why a block is run by no test. */
  const REASONS = [
    'starts the service',
    'stops the service',
    'the internet',
    "a model's key",
    'packages of others',
    'settings',
  ];
  const tests = readdirSync(packagePath('test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => readFileSync(packagePath('test', file), 'utf8'))
    .filter((text) => text.includes("'../support/docs-snippet'"))
    .join('\n');
  const blocks = pages.flatMap((page) =>
    [...textOf(page).matchAll(/(?:<!-- (.*) -->\n)?^```(?:sh|bash|console|python)\n(.*)/gm)].map(
      ([, marker = '', line = '']) => ({ page, marker, line }),
    ),
  );

  it.each(blocks)('$page: $line', ({ marker }) => {
    const [, kind, of = ''] = /^(snippet|not run): (.+)$/.exec(marker) ?? [];
    if (kind === 'snippet') expect(tests).toContain(`'${of}'`);
    else expect(REASONS).toContain(of);
  });
});

/** First words of the names of settings. */
const SETTING_HEADS = new Set(['MODEL', 'REGISTRY', 'NEO4J', 'LIMIT', 'WEBHOOK', 'RETENTION', 'TRADE', 'WEB']);
