/** The table of problem types against its pages and its uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { PROBLEMS, PROBLEM_TYPES } from '../../src/platform/http/problem';
import { problemIndexPage, problemPage } from '../../src/delivery/pages/problem-page';
import { standingSite } from '../../src/delivery/pages/site';

const SITE = standingSite({ demo: false, publicUrl: 'https://v.example', host: '', port: 0, publisher: 'Vedette' });

const sources = readdirSync(packagePath('src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => [name, readFileSync(join(packagePath('src'), name), 'utf8')] as const);

describe('problem types', () => {
  it.each(PROBLEM_TYPES)('%s has a page with its meaning, and is in the index', (type) => {
    const page = problemPage(type, 'https://v.example', SITE);

    expect(page).toContain(PROBLEMS[type].title);
    expect(page).toContain(String(PROBLEMS[type].status));
    expect(page).toContain(`https://v.example/problems/${type}`);
    expect(problemIndexPage(SITE)).toContain(`href="/problems/${type}"`);
  });

  it.each(PROBLEM_TYPES)('%s is used', (type) => {
    const users = sources.filter(
      ([name, text]) => name !== join('platform', 'http', 'problem.ts') && text.includes(`'${type}'`),
    );

    expect(users.length).toBeGreaterThan(0);
  });

  it('are the only errors that leave the service: nothing throws an exception of the framework', () => {
    const throwing = sources.filter(([, text]) =>
      /throw new \w*(NotFound|BadRequest|Forbidden|Unauthorized|Http|ServiceUnavailable)Exception/.test(text),
    );

    expect(throwing.map(([name]) => name)).toEqual([]);
  });
});
