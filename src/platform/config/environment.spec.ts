import { EnvironmentError, misspeltSettings, readEnvironment, VARIABLES } from './environment';

describe('readEnvironment', () => {
  it('has a default for every variable when nothing is set', () => {
    const environment = readEnvironment({});

    expect(environment.port).toBe(8080);
    expect(environment.neo4jUri).toBeNull();
    expect(Object.keys(environment)).toEqual(Object.keys(VARIABLES));
  });

  it('reads numbers, flags and URLs, and reads an empty text as unset', () => {
    const environment = readEnvironment({
      PORT: '0',
      POLLING: 'false',
      KALSHI_URL: 'http://127.0.0.1:9/x/',
      HOST: '',
    });

    expect(environment).toMatchObject({
      port: 0,
      polling: false,
      kalshiUrl: 'http://127.0.0.1:9/x',
      host: '127.0.0.1',
    });
  });

  it('names every bad variable at once and never prints a value', () => {
    const read = (): unknown =>
      readEnvironment({
        PORT: 'hunter2',
        MODEL: 'hunter2',
        NEO4J_URI: 'hunter2',
        POLLING: 'hunter2',
      });

    expect(read).toThrow(EnvironmentError);
    try {
      read();
    } catch (error) {
      const { problems, message } = error as EnvironmentError;
      expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
        'MODEL',
        'NEO4J_URI',
        'POLLING',
        'PORT',
      ]);
      expect(message).not.toContain('hunter2');
    }
  });

  it('has one name for one variable', () => {
    const names = Object.values(VARIABLES).map((variable) => variable.name);

    expect(new Set(names).size).toBe(names.length);
  });
});

describe('misspeltSettings', () => {
  it('suggests the setting meant, and ignores settings and foreign variables', () => {
    expect(
      misspeltSettings(['MODEL_DALY_USD', 'NEO4J_URL', 'MODEL_DAILY_USD', 'HOSTNAME', 'XDG_DATA_DIRS', 'POST']),
    ).toEqual([
      'MODEL_DALY_USD is not a setting and is ignored. Did you mean MODEL_DAILY_USD?',
      'NEO4J_URL is not a setting and is ignored. Did you mean NEO4J_URI?',
    ]);
  });
});
