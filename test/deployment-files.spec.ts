import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../src/common/package-root';
import { VARIABLES } from '../src/config/environment';

const known = new Set(Object.values(VARIABLES).map(({ name }) => name));
const read = (...path: string[]): string => readFileSync(packagePath(...path), 'utf8');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '');

describe('the files that deploy Vedette', () => {
  it.each(['docker-compose.yml', 'docker-compose.instances.yml'])(
    '%s sets only variables that there are',
    (file) => {
      // Settings of the database's own image have lower case in their names, or are its first password.
      const set = all(read(file), /^ {6}([A-Z][A-Z0-9_]+): /gm).filter(
        (name) => name !== 'NEO4J_AUTH',
      );

      expect(set).toContain('NEO4J_URI');
      expect(set.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('.env.example names only variables that there are', () => {
    const named = all(read('.env.example'), /^#?\s?([A-Z][A-Z0-9_]+)=/gm);

    expect(named).toContain('NEO4J_PASSWORD');
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('the image sets only variables that there are, and takes only files that there are', () => {
    const image = read('Dockerfile');
    const set = all(/^ENV (.*)$/m.exec(image)?.[1] ?? '', /([A-Z_]+)=/g);
    const taken = all(image, /^COPY (?!--from)(.+) \.\/?\S*$/gm).flatMap((names) =>
      names.split(' '),
    );

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
    const needed = new Set(
      sources.flatMap((text) => all(text, /packagePath\(\s*'([a-z][\w.-]*)'/g)),
    );
    // Only a program that runs from its sources needs what compiles them.
    needed.delete('test');

    expect(needed.size).toBeGreaterThan(3);
    expect([...needed].filter((name) => !new RegExp(`^COPY ${name}\\b`, 'm').test(image))).toEqual([]); // prettier-ignore
  });

  it('the unit starts what there is', () => {
    const commands = all(read('ops', 'vedette.service'), /^Exec\w+=\/usr\/bin\/node (\S+)/gm);

    expect(commands).toHaveLength(2);
    expect(commands.filter((file) => !existsSync(packagePath(file)))).toEqual([]);
  });
});
