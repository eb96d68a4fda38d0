// Generates neo4j/jars.sha256 from neo4j/pom.xml with Maven; run after a version change there.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { sha256Of } from './setup/download.mjs';
import { run } from './setup/processes.mjs';
import { root, runScript } from './setup.mjs';

runScript(async () => {
  const pom = join(root, 'neo4j', 'pom.xml');
  const folder = mkdtempSync(join(tmpdir(), 'vedette-jars-'));
  try {
    await run('mvn', [
      ...['-q', '-B', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime'],
      ...[`-DoutputDirectory=${folder}`, '-Dmdep.useRepositoryLayout=true'],
    ]);
    const lines = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jar'))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((file) => `${sha256Of(file)}  ${relative(folder, file).split(sep).join('/')}`)
      .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
    const head = [
      '# The jars of the embedded Neo4j as they lie in a Maven repository, written by scripts/lock-jars.mjs',
      `# from pom.xml ${sha256Of(pom)}`,
    ];
    writeFileSync(join(root, 'neo4j', 'jars.sha256'), `${[...head, ...lines].join('\n')}\n`);
    process.stderr.write(`${lines.length} jars, ${readFileSync(pom).length} bytes of pom.xml\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
