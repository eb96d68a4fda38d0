import { KeptAnswer } from '../platform/http/kept-answer';
import { RequestInFlight, RequestsInFlight } from './requests-in-flight';

const ANSWER = new KeptAnswer({
  route: '/v1/x',
  body: Buffer.from('{}'),
  etag: 'W/"a"',
  headers: {},
});

/** The request of the first to ask. */
const first = (requests: RequestsInFlight, url: string, state = 'then'): RequestInFlight => {
  const joined = requests.join(url, state);
  if (!(joined instanceof RequestInFlight)) throw new Error('Somebody asked before');
  return joined;
};

describe('RequestsInFlight', () => {
  it('let everybody who asks meanwhile wait for one answer', async () => {
    const requests = new RequestsInFlight();
    const request = first(requests, '/v1/x');
    const others = [1, 2].map(async () => requests.join('/v1/x', 'then'));

    request.settle(ANSWER);

    expect(await Promise.all(others)).toEqual([ANSWER, ANSWER]);
  });

  it('are apart by address, and over when they have landed', () => {
    const requests = new RequestsInFlight();
    const request = first(requests, '/v1/x');
    first(requests, '/v1/y');

    request.settle(ANSWER);

    expect(requests.join('/v1/x', 'then')).toBeInstanceOf(RequestInFlight);
  });

  it('share nothing where there is nothing good to share', async () => {
    const requests = new RequestsInFlight();
    const request = first(requests, '/v1/x');
    const other = requests.join('/v1/x', 'then');

    request.settle(null);

    expect(await other).toBeNull();
  });

  it('from a state that has passed are waited for by nobody new, and end without harm', async () => {
    const requests = new RequestsInFlight();
    const old = first(requests, '/v1/x', 'then');
    const next = first(requests, '/v1/x', 'now');
    const other = requests.join('/v1/x', 'now');

    old.settle(null);
    const late = requests.join('/v1/x', 'now');
    next.settle(ANSWER);

    expect(await Promise.all([other, late])).toEqual([ANSWER, ANSWER]);
  });
});
