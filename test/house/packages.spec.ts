/** No package is kept that nothing needs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'scripts',
  Record<string, string>
>;
const packages = Object.keys({ ...dependencies, ...devDependencies });

/** Packages that no file names, with their users. */
const LOADED_BY: Readonly<Record<string, string>> = {
  '@nestjs/cli': '`nest build` and `nest start`',
  '@swc/cli': 'the Nest CLI',
  '@fastify/static': 'Nest, for the pages that describe the API',
  'pino-http': 'nestjs-pino, as its peer',
};

const codeUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return codeUnder(path);
    return /\.[cm]?[jt]s$/.test(entry.name) ? [path] : [];
  });

const code = [...['bench', 'bin', 'scripts', 'src', 'test'].flatMap(codeUnder), 'eslint.config.mjs', 'jest.config.js']
  .filter((file) => file !== 'test/house/packages.spec.ts')
  .map(read)
  .join('\n');

const isNamed = (name: string): boolean =>
  ["'", '`'].some((quote) => code.includes(`${quote}${name}${quote}`) || code.includes(`${quote}${name}/`)) ||
  code.includes(`node_modules/${name}/`);
const isCommand = (name: string): boolean =>
  Object.values(scripts).some((script) => script.split(/\s+/).includes(name));
/** Types of a package that is used, or of Node and Jest, whose names need no import. */
const describesUsed = (name: string): boolean =>
  name.startsWith('@types/') && (isNamed(name.slice(7)) || /^@types\/(?:node|jest)$/.test(name));

describe('packages', () => {
  it('are each used', () => {
    const unused = packages.filter(
      (name) => !isNamed(name) && !isCommand(name) && !describesUsed(name) && !(name in LOADED_BY),
    );

    expect(unused).toEqual([]);
  });

  it('that no file names are still there, and still named by none', () => {
    const wrong = Object.keys(LOADED_BY).filter((name) => !packages.includes(name) || isNamed(name));

    expect(wrong).toEqual([]);
  });
});
