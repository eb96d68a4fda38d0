import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ITERATIONS = 1_024;

/** A line `neo4j:SHA-256,<hash>,<salt>,<iterations>:`, of salt ‖ password; a second faster than `neo4j-admin`. */
export const setInitialPassword = (homeDir: string, password: string): void => {
  const folder = join(homeDir, 'data', 'dbms');
  const file = join(folder, 'auth.ini');
  // A server that was started before keeps its users in its store.
  if (existsSync(file) || existsSync(join(homeDir, 'data', 'databases', 'system'))) return;
  const salt = randomBytes(32);
  let hash = sha256(Buffer.concat([salt, Buffer.from(password)]));
  for (let done = 1; done < ITERATIONS; done += 1) hash = sha256(hash);
  mkdirSync(folder, { recursive: true });
  const line = `neo4j:SHA-256,${hash.toString('hex')},${salt.toString('hex')},${ITERATIONS}:`;
  writeFileSync(file, line, { mode: 0o600 });
};

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
