import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ITERATIONS = 1_024;

/**
 * Gives a server that was never started its password before it listens, as `neo4j-admin dbms set-initial-password` does
 * and without its second of Java: a line `neo4j:SHA-256,<hash>,<salt>,<iterations>:`, the hash that of salt ‖ password,
 * hashed again until it has been so many times.
 *
 * @param homeDir of the server
 */
export const setInitialPassword = (homeDir: string, password: string): void => {
  const folder = join(homeDir, 'data', 'dbms');
  const file = join(folder, 'auth.ini');
  // A server that has been started keeps its users in its store.
  if (existsSync(file) || existsSync(join(homeDir, 'data', 'databases', 'system'))) return;
  const salt = randomBytes(32);
  let hash = sha256(Buffer.concat([salt, Buffer.from(password)]));
  for (let done = 1; done < ITERATIONS; done += 1) hash = sha256(hash);
  mkdirSync(folder, { recursive: true });
  const line = `neo4j:SHA-256,${hash.toString('hex')},${salt.toString('hex')},${ITERATIONS}:`;
  writeFileSync(file, line, { mode: 0o600 });
};

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
