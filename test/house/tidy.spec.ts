/**
 * The house rules that a machine can check: which folder may import which, what a pure file may touch,
 * that every query is used and every used query exists, and forbidden texts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { RELATIONSHIP_TYPES } from '../../src/ontology/relationship';

const root = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.git', '.vedette', '.tmp']);

/** Every file of the project, paths from its root. */
const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
    });

const files = filesUnder('');
const sources = files.filter((file) => file.startsWith('src/') && file.endsWith('.ts'));
const programme = sources.filter((file) => !file.endsWith('.spec.ts'));

const IMPORT = /^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** Imports of a file: paths from the root for project files, names for packages. Imports of types do not count. */
const importsOf = (file: string): { from: string; typeOnly: boolean }[] =>
  [...read(file).matchAll(IMPORT)].map(([statement, from = '', alone = '']) => {
    const name = from === '' ? alone : from;
    return {
      from: name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name,
      typeOnly: /^(?:import|export)\s+type\s/.test(statement),
    };
  });

/** Folders in the order of docs/build.md, read from its table; within a row from left to right. */
const folderOrder = (): string[] => {
  const rows = read('docs/build.md').split('\n');
  const start = rows.findIndex((row) => row.startsWith('| folder |'));
  const table = rows.slice(start + 2);
  return table
    .slice(
      0,
      table.findIndex((row) => !row.startsWith('|')),
    )
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
};

describe('the exports of a file', () => {
  const EXPORTED = /^export (?:abstract |async )?(?:class|const|function|interface|type) (\w+)/gm;
  const mentioned = new Map<string, Set<string>>();
  for (const file of files.filter((one) => /^(?:src|test|bench|scripts|bin)\/.*\.[cm]?[jt]s$/.test(one)))
    for (const word of new Set(read(file).match(/\w+/g)))
      mentioned.set(word, (mentioned.get(word) ?? new Set()).add(file));

  it('is named in another one', () => {
    const alone = programme
      // Each command exports itself under one name; Nest reads the classes in the metadata.
      .filter((file) => !/\.command\.ts$|^src\/metadata\.ts$/.test(file))
      .flatMap((file) => [...read(file).matchAll(EXPORTED)].map(([, name = '']) => ({ file, name })))
      .filter(({ name }) => mentioned.get(name)?.size === 1);
    expect(alone.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });
});

describe('folders', () => {
  const order = folderOrder();
  const rankOf = (folder: string): number => order.indexOf(folder);
  /** `platform` and `delivery` contain folders with their own rank. */
  const folderOf = (file: string): string => /^src\/((?:(?:platform|delivery)\/)?[^/]+)/.exec(file)?.[1] ?? '';

  it('are all in the table of the architecture', () => {
    const folders = new Set(programme.filter((file) => file.split('/').length > 2).map(folderOf));
    expect([...folders].filter((folder) => rankOf(folder) === -1)).toEqual([]);
    expect(order.filter((folder) => !folders.has(folder))).toEqual([]);
  });

  it('import only from folders before them, except the files that assemble the program', () => {
    const wrong = programme
      .filter((file) => file.split('/').length > 2)
      .flatMap((file) =>
        importsOf(file)
          .filter(({ from }) => from.startsWith('src/') && from.split('/').length > 2)
          .filter(({ from }) => rankOf(folderOf(from)) > rankOf(folderOf(file)))
          .map(({ from }) => `${file} imports ${from}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('imports', () => {
  it('go round in no circle, those of types included', () => {
    const left = new Map(
      programme.map((file) => {
        const own = importsOf(file).map(({ from }) => `${from}.ts`);
        return [file, new Set(own.filter((from) => from.startsWith('src/')))];
      }),
    );
    // A file without imports among the remaining files is in no circle; the files left are in a circle or lead to one.
    for (let before = Infinity; left.size < before;) {
      before = left.size;
      for (const [file, own] of left) if (![...own].some((from) => left.has(from))) left.delete(file);
    }
    expect([...left.keys()]).toEqual([]);
  });
});

describe('files without a role', () => {
  const ROLE =
    /\.(?:service|repository|client|source|controller|module|provider|guard|hooks|filter|interceptor|pipe|decorator|command|store|storage|stage|dto|worker|pool|writer|keeper)\.ts$/;
  const WIRED_FOLDERS = [
    'src/platform/common/',
    'src/platform/config/',
    'src/platform/http/',
    'src/server/',
    'src/delivery/cli/',
    'src/demo/',
  ];
  const pure = programme.filter(
    (file) =>
      !ROLE.test(file) && file.split('/').length > 2 && !WIRED_FOLDERS.some((folder) => file.startsWith(folder)),
  );
  const IMPURE = /^(?:@nestjs\/|neo4j-driver|axios|ioredis|bullmq|node:(?:fs|http|https|child_process|timers))/;
  /** Pure, though of a library's own values: they know its types and errors by class. */
  const READS_LIBRARY_VALUES = [
    'src/platform/graph/graph-values.ts imports neo4j-driver',
    'src/platform/upstream/upstream-failure.ts imports axios',
  ];

  it('touch no framework, driver, file or network', () => {
    const wrong = pure.flatMap((file) =>
      importsOf(file)
        .filter(({ from, typeOnly }) => !typeOnly && IMPURE.test(from))
        .map(({ from }) => `${file} imports ${from}`),
    );
    expect(wrong).toEqual(READS_LIBRARY_VALUES);
  });

  it('ask no clock and draw no chance', () => {
    const CHANCE = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/;
    const code = (file: string): string =>
      read(file)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '');
    expect(pure.filter((file) => CHANCE.test(code(file)))).toEqual([]);
  });
});

describe('files', () => {
  it('of the programme fit a reader: at most 400 lines', () => {
    const long = programme
      .map((file) => ({ file, lines: read(file).split('\n').length }))
      .filter(({ lines }) => lines > 400)
      .map(({ file, lines }) => `${file}: ${lines}`);
    expect(long).toEqual([]);
  });

  it('of the programme name spans of time in one place', () => {
    const again = programme.filter(
      (file) => file !== 'src/platform/common/durations.ts' && /\b(?:3_600_000|86_400_000)\b/.test(read(file)),
    );
    expect(again).toEqual([]);
  });

  it('leave nothing for later and skip no test', () => {
    const LATER = /\b(?:TODO|FIXME|XXX)\b|\b(?:it|describe|test)\.(?:only|skip|todo)\(|\bxit\(|\bfdescribe\(/;
    // The harness reports the tests that it skips, for instance on a machine without a browser.
    const wrong = files
      .filter((file) => /^(?:src|test|bench|scripts|cypher)\/(?!support\/|house\/)/.test(file))
      .filter((file) => /\.(?:ts|mjs|cjs|js|cypher)$/.test(file) && LATER.test(read(file)));
    expect(wrong).toEqual([]);
  });
});

describe('tests', () => {
  it('are each in a folder that a project of Jest runs', () => {
    const projects = [...read('jest.config.js').matchAll(/<rootDir>\/test\/\{?([a-z,]+)\}?\/\*\*/g)];
    const folders = new Set(projects.flatMap(([, names = '']) => names.split(',')));
    const alone = files.filter((file) => /^test\/.*\.spec\.ts$/.test(file) && !folders.has(file.split('/')[1] ?? ''));
    expect([folders.has('house'), alone]).toEqual([true, []]);
  });

  const OUTSIDE = /\.\.\/shared\b|packagePath\(\s*'\.\.'/;

  it('read nothing outside the project, those of captures aside', () => {
    const wrong = files
      .filter((file) => /^(?:src|test)\/(?!captures\/)/.test(file) && /\.[cm]?[jt]s$/.test(file))
      .filter((file) => file !== 'test/house/tidy.spec.ts' && OUTSIDE.test(read(file)));
    expect(wrong).toEqual([]);
  });
});

describe('queries', () => {
  const queries = files
    .filter((file) => file.startsWith('cypher/') && file.endsWith('.cypher'))
    .map((file) => file.slice('cypher/'.length, -'.cypher'.length))
    .filter((name) => !/^(?:schema|migrations|explore)\//.test(name));
  const users = files
    .filter((file) => /^(?:src|test|bench)\/.*\.ts$/.test(file))
    .map((file) => ({ file, text: read(file) }));

  it('are each run by the programme', () => {
    const text = users
      .filter(({ file }) => file.startsWith('src/'))
      .map((user) => user.text)
      .join('\n');
    // `event-log/list-by-${…}`: the forms of a listing begin from different indexes.
    const prefixes = [...text.matchAll(/`([a-z-]+\/[a-z-]+-)\$\{/g)].map((match) => match[1] ?? '');
    const isRun = (name: string): boolean =>
      text.includes(`'${name}'`) || prefixes.some((prefix) => name.startsWith(prefix));
    expect(queries.filter((name) => !isRun(name))).toEqual([]);
  });

  it('that follow every relationship between entities name the types of src/ontology/relationship.ts', () => {
    const all = RELATIONSHIP_TYPES.map((type) => type.toUpperCase());
    const lists = files
      .filter((file) => file.endsWith('.cypher'))
      .flatMap((file) =>
        [...read(file).matchAll(/:([A-Z_]+(?:\|[A-Z_]+)+)/g)].map(([, types = '']) => ({
          file,
          types: types.split('|'),
        })),
      )
      .filter(({ types }) => types.filter((type) => all.includes(type)).length > all.length - 4);

    expect(lists.length).toBeGreaterThan(5);
    expect(lists.filter(({ types }) => types.join() !== all.join())).toEqual([]);
  });

  // A store that has just begun to grow tells the planner that an index is empty, and reading the whole of
  // it then looks as cheap as seeking in it.
  it('seek in every index that they name', () => {
    const scanned = files.filter(
      (file) => file.endsWith('.cypher') && /USING (?:\w+ )?INDEX (?!SEEK )/.test(read(file)),
    );

    expect(scanned).toEqual([]);
  });

  it('exist wherever one is run', () => {
    const known = new Set(queries);
    const folders = new Set(queries.map((name) => name.split('/')[0] ?? ''));
    const RUN = /\.(?:read|write|autocommit|run|explain|profile)(?:<[^>]*>)?\(\s*'([a-z-]+\/[a-z0-9-]+)'/g;
    const wrong = users
      .filter(({ file }) => file.startsWith('src/'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(RUN)]
          .map((match) => match[1] ?? '')
          .filter((name) => folders.has(name.split('/')[0] ?? '') && !known.has(name))
          .map((name) => `${file} runs ${name}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('forbidden texts', () => {
  // Joined here, so that this file does not contain them either.
  const forbidden = [
    ['registry', 'npmjs', 'org'].join('.'),
    ['registry', 'yarnpkg', 'com'].join('.'),
    ['repo1', 'maven', 'org'].join('.'),
    ['repo', 'maven', 'apache', 'org'].join('.'),
    ['pypi', 'org'].join('.'),
    ['/root', ''].join('/'),
    ['/work', 'main'].join('/'),
    ['/work', 'shared'].join('/'),
  ];
  const text = files.filter((file) => !/\.(?:png|ico|woff2?|gz|parquet|jar|zip)$/.test(file));

  it.each(forbidden)('%s', (words) => {
    expect(text.filter((file) => read(file).includes(words))).toEqual([]);
  });
});
