import { SharedRead } from './shared-read';

/** A read that ends on demand and counts its starts. */
const heldRead = (
  freshness: ConstructorParameters<typeof SharedRead>[1] = { millis: 0, now: () => 0, changes: () => 0 },
): { shared: SharedRead<number>; end: () => void; fail: () => void } => {
  const ends: { resolve: () => void; reject: () => void }[] = [];
  let begun = 0;
  const shared = new SharedRead(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = (begun += 1);
        ends.push({
          resolve: () => {
            resolve(number);
          },
          reject: () => {
            reject(new Error(`read ${number}`));
          },
        });
      }),
    freshness,
  );
  return { shared, end: () => ends.shift()?.resolve(), fail: () => ends.shift()?.reject() };
};

describe('SharedRead', () => {
  it('answers all who ask during a read with the next one', async () => {
    const { shared, end } = heldRead();
    const first = shared.ask();
    const others = [shared.ask(), shared.ask()];

    end();
    await first;
    await Promise.resolve();
    end();

    expect(await first).toBe(1);
    expect(await Promise.all(others)).toEqual([2, 2]);
  });

  it('reads anew for a caller that asks after the end', async () => {
    const { shared, end } = heldRead();
    const first = shared.ask();
    end();
    await first;
    const second = shared.ask();
    end();

    expect(await second).toBe(2);
  });

  it('rejects those of a failed read and continues with the next', async () => {
    const { shared, end, fail } = heldRead();
    const first = shared.ask();
    const other = shared.ask();

    fail();
    await expect(first).rejects.toThrow('read 1');
    await Promise.resolve();
    end();

    expect(await other).toBe(2);
  });

  it('returns a recent read, as old as its beginning', async () => {
    let now = 1_000;
    const { shared, end } = heldRead({ millis: 100, now: () => now, changes: () => 0 });
    expect(shared.known()).toBeNull();
    const first = shared.ask();
    now += 60;
    end();
    await first;

    expect(shared.known()).toBe(1);
    now += 39;
    expect(shared.known()).toBe(1);
    now += 1;
    expect(shared.known()).toBeNull();
  });

  it('reads again before the kept value is too old', async () => {
    let now = 0;
    const { shared, end } = heldRead({ millis: 100, now: () => now, changes: () => 0 });
    const first = shared.ask();
    end();
    await first;

    now = 50;
    expect([shared.known(), shared.known()]).toEqual([1, 1]);
    end();
    await Promise.resolve();
    await Promise.resolve();
    now = 149;

    expect(shared.known()).toBe(2);
  });

  it('drops the kept value once something has changed, also during the read', async () => {
    let changes = 0;
    const { shared, end } = heldRead({ millis: 100, now: () => 0, changes: () => changes });
    const first = shared.ask();
    changes += 1;
    end();
    await first;
    expect(shared.known()).toBeNull();

    const second = shared.ask();
    end();
    await second;
    expect(shared.known()).toBe(2);
    changes += 1;
    expect(shared.known()).toBeNull();
  });

  it('keeps nothing where no freshness is asked for', async () => {
    const { shared, end } = heldRead();
    const first = shared.ask();
    end();
    await first;

    expect(shared.known()).toBeNull();
  });
});
