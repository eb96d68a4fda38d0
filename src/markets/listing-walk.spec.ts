import { afterPage, FIRST_WALK, isWalking } from './listing-walk';

describe('afterPage', () => {
  it('continues from the cursor of the page', () => {
    const state = afterPage(FIRST_WALK, 'b', 1000, 60);

    expect([state.cursor, isWalking(state, 1000, 60)]).toEqual(['b', true]);
  });

  it('rests at the end, then begins again', () => {
    const state = afterPage(afterPage(FIRST_WALK, 'b', 1000, 60), null, 1000, 60);

    expect([state.cursor, isWalking(state, 1059, 60), isWalking(state, 1060, 60)]).toEqual([null, false, true]);
  });

  it('walks at once when the clock by which it rests has been set back', () => {
    const ahead = afterPage(FIRST_WALK, null, 7_200_000, 60);

    expect([isWalking(ahead, 7_200_000, 60), isWalking(ahead, 1000, 60)]).toEqual([false, true]);
  });

  it('does not walk in a circle', () => {
    const twice = ['b', 'c', 'b'].reduce((state, cursor) => afterPage(state, cursor, 0, 60), FIRST_WALK);

    expect([twice.cursor, isWalking(twice, 0, 60)]).toEqual([null, false]);
  });
});
