import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseAwayError, DatabaseWatch } from './database-watch.service';

const TIMES = { patienceMs: 5, lookMs: 20, pauseMs: 5 };
const never = (): Promise<never> => new Promise(() => undefined);

describe('DatabaseWatch', () => {
  let there = true;
  let looks = 0;
  const changes: boolean[] = [];
  let watch: DatabaseWatch;

  const look = (): Promise<void> => {
    looks += 1;
    return there ? Promise.resolve() : Promise.reject(new Error('refused'));
  };
  const until = async (condition: () => boolean): Promise<void> => {
    for (let tries = 0; !condition() && tries < 1_000; tries += 1) await sleep(2);
  };

  beforeEach(() => {
    there = true;
    looks = 0;
    changes.length = 0;
    watch = new DatabaseWatch(look, (away) => changes.push(away), TIMES);
  });

  afterEach(() => {
    watch.close();
  });

  it('returns the result of the work and does not probe while all is well', async () => {
    expect(await watch.whileThere(() => Promise.resolve(7))).toBe(7);
    await expect(watch.whileThere(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');

    expect(looks).toBe(0);
  });

  it('leaves slow work alone while the database answers', async () => {
    const slow = async (): Promise<string> => {
      await until(() => looks > 2);
      return 'late';
    };

    expect(await watch.whileThere(slow)).toBe('late');
    expect(changes).toEqual([]);
  });

  it('rejects waiting and new work when the database is away', async () => {
    there = false;

    await expect(Promise.all([watch.whileThere(never), watch.whileThere(never)])).rejects.toThrow(DatabaseAwayError);
    const work = jest.fn(never);
    await expect(watch.whileThere(work)).rejects.toMatchObject({ code: 'ServiceUnavailable' });

    expect(work).not.toHaveBeenCalled();
  });

  it('treats a probe that never ends as a database that is away', async () => {
    watch = new DatabaseWatch(never, (away) => changes.push(away), TIMES);

    await expect(watch.whileThere(never)).rejects.toThrow(DatabaseAwayError);
  });

  it('lets questions through again when the database is back', async () => {
    there = false;
    await watch.whileThere(never).catch(() => undefined);
    there = true;
    await until(() => changes.length === 2);

    expect(changes).toEqual([true, false]);
    expect(await watch.whileThere(() => Promise.resolve('back'))).toBe('back');
  });
});
