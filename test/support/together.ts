/**
 * Runs spec files in one module registry of Jest: the application, which Jest would load anew for every
 * file, is loaded once, as are the seed and the resolver. `npm test` runs test/together/ in place of the
 * files that it names; each of them also runs by itself. `*.alone.spec.ts` does only that: it needs what is
 * set once in the life of a process.
 */
import { readdirSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';

/** @param folder of test/, `api` @param wanted says of a file's name whether it belongs here */
export const runTogether = (folder: string, wanted: (name: string) => boolean = () => true): void => {
  const names = readdirSync(packagePath('test', folder)).sort();
  for (const name of names.filter((file) => /^[^.]+\.spec\.ts$/.test(file) && wanted(file)))
    // Named by its file, for the reports.
    describe(`test/${folder}/${name}`, () => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- each inside a group of its own
      require(packagePath('test', folder, name));
    });
  // The last call counts for all that runs here: the most that one of them asks for.
  jest.setTimeout(300_000);
};
