import { Turns } from './turns';

describe('Turns', () => {
  let now: number;
  let turns: Turns;
  let begun: string[];
  let ends: Map<string, () => void>;

  beforeEach(() => {
    now = 0;
    turns = new Turns({
      atOnce: 2,
      now: () => now,
      soon: (work) => {
        work();
      },
    });
    begun = [];
    ends = new Map();
  });

  const take = (kind: string, name = kind): (() => void) =>
    turns.take(kind, (done) => {
      begun.push(name);
      ends.set(name, done);
    });

  /** Ends what has begun, after some time. */
  const end = (name: string, tookMs = 100): void => {
    now += tookMs;
    ends.get(name)?.();
  };

  it('begin at once as long as there is room', () => {
    for (const name of ['a', 'b', 'c']) take(name);
    expect(begun).toEqual(['a', 'b']);
    end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('go to the kind that had the least time', () => {
    for (let n = 0; n < 5; n += 1) take('dear', `dear ${n}`);
    end('dear 0');
    take('cheap');
    take('dear', 'dear 5');

    end('dear 1');
    end('dear 2');
    expect(begun).toEqual(['dear 0', 'dear 1', 'dear 2', 'cheap', 'dear 3']);
  });

  it('go to the newest of a kind in which somebody has waited for long', () => {
    for (let n = 0; n < 5; n += 1) take('dear', `dear ${n}`);
    end('dear 0', 900);
    end('dear 1', 900);
    end('dear 2', 900);

    expect(begun).toEqual(['dear 0', 'dear 1', 'dear 2', 'dear 4', 'dear 3']);
  });

  it('forget use of an hour ago', () => {
    take('dear', 'dear 0');
    take('other', 'other 0');
    end('dear 0', 1_000);
    now += 3_600_000;
    take('other', 'other 1');
    take('other', 'other 2');
    take('dear', 'dear 1');
    end('other 1', 10);

    expect(begun.at(-1)).toBe('dear 1');
  });

  it('skip callers that gave up, and end only once', () => {
    take('a');
    take('b');
    const giveUp = take('c');
    take('d');
    take('e');
    giveUp();
    giveUp();
    end('a');
    end('a');

    expect(begun).toEqual(['a', 'b', 'd']);
  });
});
