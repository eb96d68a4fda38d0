import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';

const pageOf = (name: string): string => readFileSync(packagePath('docs', `${name}.md`), 'utf8');

/** The page whose snippets readers paste. */
export const VERIFY_PAGE = pageOf('verify');

/** The code under `<!-- snippet: name -->` of a page of docs/. */
export const snippet = (name: string, page = 'verify'): string => {
  const [, code] = new RegExp(`<!-- snippet: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(pageOf(page)) ?? [];
  if (code === undefined) throw new Error(`docs/${page}.md has no snippet ${name}`);
  return code;
};
