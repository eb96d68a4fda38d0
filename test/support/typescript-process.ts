import { packagePath } from '../../src/platform/common/package-root';

/** Arguments of Node that run a source file of the project, without a build, in a new process. */
export const runsTypeScript = (source: string, ...words: readonly string[]): string[] => [
  '--require',
  packagePath('test', 'support', 'typescript-hook.cjs'),
  packagePath(...source.split('/')),
  ...words,
];
