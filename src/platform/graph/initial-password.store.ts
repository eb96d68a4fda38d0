import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ITERATIONS = 1_024;

/**
 * Sets the password of a server that was never started, like `neo4j-admin dbms set-initial-password` but without a
 * second of Java: a line `neo4j:SHA-256,<hash>,<salt>,<iterations>:`, with the hash of salt ‖ password, hashed
 * repeatedly.
 *
 * @param homeDir of the server
 */
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
