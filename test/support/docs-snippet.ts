import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/common/package-root';

/** The page whose snippets readers paste. */
export const VERIFY_PAGE = readFileSync(packagePath('docs', 'verify.md'), 'utf8');

/** The code under `<!-- snippet: name -->` of docs/verify.md. */
export const snippet = (name: string): string => {
  const [, code] =
    new RegExp(`<!-- snippet: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(VERIFY_PAGE) ??
    [];
  if (code === undefined) throw new Error(`docs/verify.md has no snippet ${name}`);
  return code;
};
