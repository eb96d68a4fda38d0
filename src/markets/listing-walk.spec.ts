import { afterPage, FIRST_WALK, isWalking } from './listing-walk';

describe('afterPage', () => {
  it('goes on from the cursor of the page', () => {
    const state = afterPage(FIRST_WALK, 'b', 1000, 60);

    expect([state.cursor, isWalking(state, 1000)]).toEqual(['b', true]);
  });

  it('rests at the end, then begins again', () => {
    const state = afterPage(afterPage(FIRST_WALK, 'b', 1000, 60), null, 1000, 60);

    expect([state.cursor, isWalking(state, 1059), isWalking(state, 1060)]).toEqual([
      null,
      false,
      true,
    ]);
  });

  it('does not walk in a circle', () => {
    const twice = ['b', 'c', 'b'].reduce(
      (state, cursor) => afterPage(state, cursor, 0, 60),
      FIRST_WALK,
    );

    expect([twice.cursor, isWalking(twice, 0)]).toEqual([null, false]);
  });
});
