import { BodyRoom } from './body-room';

const settled = async (promise: Promise<void>): Promise<boolean> => {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
};

describe('BodyRoom', () => {
  it('admits in order while there is room, and the next when room is given back', async () => {
    const room = new BodyRoom(10);
    await room.take(6);
    const large = room.take(6);
    const small = room.take(1);

    expect(await settled(large)).toBe(false);
    expect(await settled(small)).toBe(false);
    room.give(6);
    expect(await settled(large)).toBe(true);
    expect(await settled(small)).toBe(true);
  });

  it('admits one alone whatever its size', async () => {
    expect(await settled(new BodyRoom(10).take(100))).toBe(true);
  });
});
