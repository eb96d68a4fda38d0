import type { KeptAnswer } from '../common/kept-answer';

/** An answer on its way, and those who wait for it. */
export class Flight {
  private readonly waiting: ((answer: KeptAnswer | null) => void)[] = [];

  constructor(
    /** A word for the state that the answer is made from. */
    readonly state: string,
    private readonly ended: (flight: Flight) => void,
  ) {}

  arrival(): Promise<KeptAnswer | null> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Gives everybody who waits the answer, or null where there is none to share. */
  land(answer: KeptAnswer | null): void {
    this.ended(this);
    for (const resolve of this.waiting.splice(0)) resolve(answer);
  }
}

/**
 * Answers that are being made, by address: whoever asks for one of them waits for it instead of having
 * it made again. Only good answers are shared; after any other each of those who waited makes its own.
 */
export class Flights {
  private readonly flights = new Map<string, Flight>();

  /**
   * The answer that is on its way, or, for the first who asks, the flight, which it must land whatever
   * becomes of it. What is made from a state that has passed is not waited for.
   */
  join(url: string, state: string): Flight | Promise<KeptAnswer | null> {
    const onItsWay = this.flights.get(url);
    if (onItsWay?.state === state) return onItsWay.arrival();
    const flight = new Flight(state, (landed) => {
      if (this.flights.get(url) === landed) this.flights.delete(url);
    });
    this.flights.set(url, flight);
    return flight;
  }
}
