import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { runsTypeScript } from './typescript-process';

const textOf = (page: string): string =>
  readFileSync(packagePath(page === 'README' ? 'README.md' : `docs/${page}.md`), 'utf8');

/** The page whose snippets readers paste. */
export const VERIFY_PAGE = textOf('verify');

/** The code under `<!-- snippet: name -->` of a page of docs/, or of README. */
export const snippet = (name: string, page = 'verify'): string => {
  const [, code] = new RegExp(`<!-- snippet: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(textOf(page)) ?? [];
  if (code === undefined) throw new Error(`${page}.md has no snippet ${name}`);
  return code;
};

/** `node bin/vedette.js` on the sources as they are: a reader has built them. */
const NODE = `node() { shift; command ${[process.execPath, ...runsTypeScript('src/delivery/cli/main.ts')].map((word) => `'${word}'`).join(' ')} "$@"; }\n`;

export interface SnippetRun {
  readonly code: number | null;
  /** Its output, including errors. */
  readonly out: string;
  /** The folder that it ran in. */
  readonly folder: string;
}

/** Runs code of a page as its reader would, in a new folder with `tools/`. */
export const runSnippet = (
  script: string,
  env: Readonly<Record<string, string>>,
  { program = 'bash', prepare = () => undefined }: { program?: string; prepare?: (folder: string) => void } = {},
): Promise<SnippetRun> =>
  new Promise((resolve) => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-docs-'));
    symlinkSync(packagePath('tools'), join(folder, 'tools'));
    prepare(folder);
    const child = spawn(program, ['-c', program === 'bash' ? `${NODE}${script}` : script], {
      cwd: folder,
      env: { ...process.env, XDG_STATE_HOME: folder, ...env },
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.on('close', (code) => {
      resolve({ code, out, folder });
    });
  });
