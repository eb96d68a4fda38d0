import { KeptAnswer } from '../common/kept-answer';
import { Flight, Flights } from './flights';

const ANSWER = new KeptAnswer({
  route: '/v1/x',
  body: Buffer.from('{}'),
  etag: 'W/"a"',
  headers: {},
});

/** The flight of the first who asks. */
const first = (flights: Flights, url: string, state = 'then'): Flight => {
  const joined = flights.join(url, state);
  if (!(joined instanceof Flight)) throw new Error('Somebody asked before');
  return joined;
};

describe('Flights', () => {
  it('let everybody who asks meanwhile wait for one answer', async () => {
    const flights = new Flights();
    const flight = first(flights, '/v1/x');
    const others = [1, 2].map(async () => flights.join('/v1/x', 'then'));

    flight.land(ANSWER);

    expect(await Promise.all(others)).toEqual([ANSWER, ANSWER]);
  });

  it('are apart by address, and over when they have landed', () => {
    const flights = new Flights();
    const flight = first(flights, '/v1/x');
    first(flights, '/v1/y');

    flight.land(ANSWER);

    expect(flights.join('/v1/x', 'then')).toBeInstanceOf(Flight);
  });

  it('share nothing where there is nothing good to share', async () => {
    const flights = new Flights();
    const flight = first(flights, '/v1/x');
    const other = flights.join('/v1/x', 'then');

    flight.land(null);

    expect(await other).toBeNull();
  });

  it('from a state that has passed are waited for by nobody new, and end without harm', async () => {
    const flights = new Flights();
    const old = first(flights, '/v1/x', 'then');
    const next = first(flights, '/v1/x', 'now');
    const other = flights.join('/v1/x', 'now');

    old.land(null);
    const late = flights.join('/v1/x', 'now');
    next.land(ANSWER);

    expect(await Promise.all([other, late])).toEqual([ANSWER, ANSWER]);
  });
});
