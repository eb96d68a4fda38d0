import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';
import { VARIABLES } from '../../src/platform/config/environment';

const known = new Set(Object.values(VARIABLES).map(({ name }) => name));
const read = (...path: string[]): string => readFileSync(packagePath(...path), 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

describe('the files that deploy Vedette', () => {
  it.each(['docker-compose.yml', 'docker-compose.instances.yml'])('%s sets only variables that there are', (file) => {
    // Settings of the database's own image have lower case in their names, or are its first password.
    const set = all(read(file), /^ {6}([A-Z][A-Z0-9_]+): /gm).filter((name) => name !== 'NEO4J_AUTH');

    expect(set).toContain('NEO4J_URI');
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it('.env.example names only variables that there are', () => {
    const named = all(read('.env.example'), /^#?\s?([A-Z][A-Z0-9_]+)=/gm);

    expect(named).toContain('NEO4J_PASSWORD');
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('the image sets only variables that there are, and takes only files that there are', () => {
    const image = read('Dockerfile');
    const set = all(/^ENV (.*)$/m.exec(image)?.[1] ?? '', /([A-Z_]+)=/g);
    const taken = all(image, /^COPY (?!--from)(.+) \.\/?\S*$/gm).flatMap((names) => names.split(' '));

    expect(set.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
    expect(taken).toContain('package-lock.json');
    expect(taken.filter((name) => !existsSync(packagePath(name)))).toEqual([]);
  });

  it('the image holds every folder that the program reads', () => {
    const [, image = ''] = read('Dockerfile')
      .split(/^FROM .*$/m)
      .slice(1);
    const sources = readdirSync(packagePath('src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => read('src', file));
    const needed = new Set(sources.flatMap((text) => all(text, /packagePath\(\s*'([a-z][\w.-]*)'/g)));
    // Only a program that runs from its sources needs a compiler.
    needed.delete('test');

    expect(needed.size).toBeGreaterThan(3);
    expect(
      [...needed].filter((name) => !new RegExp(`^COPY (?:--from=build \\S+/)?${name}\\b`, 'm').test(image)),
    ).toEqual([]);
  });

  it('the image runs as nobody in particular, is asked for its health, and holds no tool of its build', () => {
    const stages = read('Dockerfile')
      .split(/^FROM /m)
      .slice(1);
    const last = stages.at(-1) ?? '';

    expect(stages).toHaveLength(2);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/health\/ready/m);
    expect(last).not.toMatch(/npm (ci|install)/);
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['node_modules', '.vedette', '.git']));
  });

  it('required variables and written folders of a service are named in one of the compose files', () => {
    const files = ['docker-compose.yml', 'docker-compose.instances.yml'].map((name) => read(name));
    const [base = ''] = files;
    const services = files.flatMap((text) => all(text.split(/^volumes:$/m)[0] ?? '', /^ {2}([a-z][\w-]*):/gm));
    const volumes = all(base.split(/^volumes:$/m)[1] ?? '', /^ {2}([a-z][\w-]*):/gm);
    const awaited = files.flatMap((text) =>
      all(text, /^ {4}depends_on:\n((?: {6}.*\n)+)/gm).flatMap((block) => all(block, /^ {6}(?:- )?([a-z][\w-]*):?$/gm)),
    );
    const mounted = files.flatMap((text) => all(text, /^ {6}- ([a-z][\w-]*):\//gm));

    expect(awaited).toEqual(expect.arrayContaining(['neo4j', 'redis', 'vedette', 'vedette-2']));
    expect(awaited.filter((name) => !services.includes(name))).toEqual([]);
    expect(mounted).toContain('vedette');
    expect(mounted.filter((name) => !volumes.includes(name))).toEqual([]);
  });

  it('containers of Vedette write into their volume alone, without capabilities, and PORT is the port outside', () => {
    for (const text of [
      read('docker-compose.yml'),
      read('docker-compose.instances.yml').split(/^ {2}vedette-2:$/m)[1] ?? '',
    ])
      for (const guard of [
        'read_only: true',
        'cap_drop:\n      - ALL',
        'no-new-privileges:true',
        'mem_limit:',
        'pids_limit:',
      ])
        expect(text).toContain(guard);
    expect(read('docker-compose.yml')).toContain('127.0.0.1:${PORT:-8080}:8080');
  });

  it('the unit starts an existing command', () => {
    const commands = all(read('ops', 'vedette.service'), /^Exec\w+=\/usr\/bin\/node (\S+)/gm);

    expect(commands).toHaveLength(2);
    expect(commands.filter((file) => !existsSync(packagePath(file)))).toEqual([]);
  });

  it.each(['alert-rules.yml', 'grafana-dashboard.json'])('%s asks for metrics that there are', (file) => {
    const measured = read('src', 'platform', 'common', 'metrics.service.ts');
    const asked = all(read('ops', file), /\bvedette_([a-z_]+)/g).map((name) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    );

    expect(asked.length).toBeGreaterThan(3);
    expect([...new Set(asked)].filter((name) => !new RegExp(`'(?:vedette_)?${name}'`).test(measured))).toEqual([]);
  });
});
