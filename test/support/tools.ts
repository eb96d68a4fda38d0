import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The Chromium of this machine: `CHROMIUM_PATH`, else Debian's. Tests install nothing. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Tools that some tests need: the package that has each, and how to find it. */
const TOOLS = {
  // Debian's is a script, which needs further programs.
  chromium: { brings: 'chromium', command: chromiumPath, asked: ['--version'] },
  'redis-server': { brings: 'redis-server', command: 'redis-server' },
  bash: { brings: 'bash', command: 'bash' },
  curl: { brings: 'curl', command: 'curl' },
  jq: { brings: 'jq', command: 'jq' },
  tar: { brings: 'tar', command: 'tar' },
  gzip: { brings: 'gzip', command: 'gzip' },
  sha256sum: { brings: 'coreutils', command: 'sha256sum' },
  xxd: { brings: 'xxd', command: 'xxd' },
  openssl: { brings: 'openssl', command: 'openssl' },
  go: { brings: 'golang-go', command: 'go' },
  python3: { brings: 'python3', command: 'python3' },
  jsonschema: { brings: 'python3-jsonschema', command: 'python3', module: 'jsonschema' },
  mlcroissant: { brings: 'mlcroissant of pip', command: 'python3', module: 'mlcroissant' },
  arena_evaluation: {
    brings: 'arena-evaluation of pip',
    command: 'python3',
    module: 'arena_evaluation',
  },
  scoringrules: { brings: 'scoringrules of pip', command: 'python3', module: 'scoringrules' },
  arena: { brings: 'prophet-arena of pip', command: 'python3', module: 'arena' },
  'stix2-validator': {
    brings: 'stix2-validator of pip',
    command: 'python3',
    module: 'stix2validator',
  },
  stix2: { brings: 'stix2 of pip', command: 'python3', module: 'stix2' },
  standardwebhooks: {
    brings: 'standardwebhooks of pip',
    command: 'python3',
    module: 'standardwebhooks',
  },
  'openapi-python-client': {
    brings: 'openapi-python-client of pip',
    command: 'openapi-python-client',
  },
  'openapi-typescript': { brings: 'openapi-typescript of npm', command: 'openapi-typescript' },
  polars: { brings: 'polars of pip', command: 'python3', module: 'polars' },
  duckdb: { command: 'python3', module: 'duckdb', brings: 'duckdb' },
} as const;

export type Tool = keyof typeof TOOLS;

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Whether the machine has it. */
export const hasTool = (tool: Tool): boolean => {
  const wanted = TOOLS[tool];
  const { command } = wanted;
  const found = isAbsolute(command)
    ? isExecutable(command)
    : (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, command)));
  if (found && 'asked' in wanted) return spawnSync(command, wanted.asked).status === 0;
  if (!found || !('module' in wanted)) return found;
  return spawnSync(command, ['-c', `import ${wanted.module}`]).status === 0;
};

/**
 * `describe` and `it` for tests that need these tools. On a machine without one of them the tests are left out,
 * under a name that states the missing tool; `npm test` repeats it in one line at its end.
 */
export const needing = (
  ...tools: readonly Tool[]
): {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: jest.ProvidesCallback, timeoutMs?: number) => void;
} => {
  const missing = tools.filter((tool) => !hasTool(tool));
  if (missing.length === 0) return { describe, it };
  const note = missing.map((tool) => ` [needs ${tool} (package ${TOOLS[tool].brings})]`).join('');
  return {
    describe: (name, body) => {
      describe.skip(`${name}${note}`, body);
    },
    it: (name, body, timeoutMs) => {
      it.skip(`${name}${note}`, body, timeoutMs);
    },
  };
};
