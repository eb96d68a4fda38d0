import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mustAnswer } from '../../src/platform/graph/must-answer.client';
import { testConnection } from '../support/neo4j-process';

describe('a server that the settings name', () => {
  it('answers', async () => {
    await expect(mustAnswer(testConnection())).resolves.toBeUndefined();
  });

  it('names the setting where nobody listens', async () => {
    const free = createServer();
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done));
    const uri = `bolt://127.0.0.1:${(free.address() as AddressInfo).port}`;
    await new Promise((done) => free.close(done));

    await expect(mustAnswer({ ...testConnection(), uri })).rejects.toThrow(
      `NEO4J_URI: no Neo4j answers at ${uri}: connect ECONNREFUSED`,
    );
  });

  it('names user and password where it refuses them', async () => {
    await expect(mustAnswer({ ...testConnection(), password: 'not this one' })).rejects.toThrow(
      /^NEO4J_USERNAME, NEO4J_PASSWORD: bolt:.* refuses them for user neo4j/,
    );
  });
});
