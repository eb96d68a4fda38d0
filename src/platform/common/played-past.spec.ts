import { PlayedPast } from './played-past';

describe('the past that a demo plays', () => {
  it('is null elsewhere: the present is reached', async () => {
    const past = new PlayedPast();

    expect(past.words).toBeNull();
    await past.isOver;
  });

  it('states its progress, and ends when it is finished', async () => {
    const past = new PlayedPast(35);
    let over = false;
    void past.isOver.then(() => {
      over = true;
    });

    expect(past.words).toBe('day 0 of 35');
    past.reach(12);
    await Promise.resolve();
    expect([past.words, over]).toEqual(['day 12 of 35', false]);
    past.finish();
    await past.isOver;
    expect(past.words).toBeNull();
    past.reach(13);
    expect(past.words).toBeNull();
  });
});
