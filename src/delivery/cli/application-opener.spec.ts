import { readEnvironment } from '../../platform/config/environment';
import { ApplicationOpener, mustBeEmbedded } from './application-opener.service';

describe('ApplicationOpener', () => {
  const opener = new ApplicationOpener();
  const before = { ...process.env };
  const settings = (variables: Record<string, string>, demo = false) => {
    Object.assign(process.env, {
      NEO4J_URI: 'bolt://db.example.org',
      REDIS_URL: 'redis://cache.example.org',
      ...variables,
    });
    const environment = opener.environment({ demo });
    return { environment, replayed: opener.isReplayed({ demo }, environment) };
  };

  afterEach(() => {
    process.env = { ...before };
  });

  it('reads the settings of this process', () => {
    const { environment, replayed } = settings({});

    expect(environment).toMatchObject({ demo: false, neo4jUri: 'bolt://db.example.org' });
    expect(replayed).toBe(false);
  });

  it.each([
    ['--demo', {}, true],
    ['VEDETTE_DEMO', { VEDETTE_DEMO: 'true' }, false],
    ['--demo beside a replay', { UPSTREAM_REPLAY_URL: 'http://127.0.0.1:1' }, true],
  ])('keeps the demo away from servers of the real one: %s', (_, variables, demo) => {
    const { environment, replayed } = settings(variables, demo);

    expect(environment).toMatchObject({ demo: true, neo4jUri: null, redisUrl: null });
    expect(replayed).toBe(true);
  });

  it('takes a replay of the upstreams that is named instead of the own one', () => {
    const variables = { VEDETTE_DEMO: 'true', UPSTREAM_REPLAY_URL: 'http://127.0.0.1:1' };
    const { environment, replayed } = settings(variables);

    expect(environment).toMatchObject({ demo: true, neo4jUri: 'bolt://db.example.org' });
    expect(replayed).toBe(false);
  });
});

describe('mustBeEmbedded', () => {
  it('refuses a copy of the folder where the data lies in a database of yours', () => {
    const environment = readEnvironment({ NEO4J_URI: 'bolt://db.example:7687' });

    expect(() => {
      mustBeEmbedded(environment, 'vedette backup');
    }).toThrow(/^vedette backup works on the embedded database, and NEO4J_URI names db\.example:7687/);
    expect(() => {
      mustBeEmbedded(readEnvironment({}), 'vedette backup');
    }).not.toThrow();
  });
});
