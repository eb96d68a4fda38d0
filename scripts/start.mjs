// `npm start [-- --demo] [-- --port N]`: sets up what is missing, then serves.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, runScript, setUp } from './setup.mjs';

runScript(async () => {
  const args = process.argv.slice(2);
  // The demo has its own database and never touches a server that is named for the real one.
  const demo = args.includes('--demo') || process.env.VEDETTE_DEMO === 'true';
  await setUp({ neo4j: !process.env.NEO4J_URI || demo });
  const child = spawn(process.execPath, [join(root, 'dist', 'cli', 'main.js'), 'serve', ...args], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 0);
  });
});
