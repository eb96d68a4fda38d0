import { Inject, Injectable } from '@nestjs/common';
import { utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { GraphService } from '../platform/graph/graph.service';
import type { UsedCalls } from './selection/shares';
import type { Trigger } from './trigger';

/** Separate daily budgets besides that of the recorded model, whose calls are charged to their trigger. */
export type OwnPurse = 'shadow' | 'arm_b' | 'arm_c';

/**
 * Daily (UTC) budget of model calls. Calls are reserved before the request, so that processes together never exceed the
 * limit, and returned on the same day if there was no response. Reservations resolve to the number granted; `now` is UTC
 * ms.
 */
@Injectable()
export class CallBudget {
  constructor(
    private readonly graph: GraphService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async take(now: number, purpose: Trigger, wanted: number): Promise<number> {
    const parameters = { date: dateOf(now), purpose, wanted, limit: this.environment.modelCallsPerDay };
    const [row] = await this.graph.write<{ granted: number }>('forecasting/take-calls', parameters);
    return row?.granted ?? 0;
  }

  async giveBack(now: number, purpose: Trigger, calls: number): Promise<void> {
    await this.graph.write('forecasting/give-back-calls', { date: dateOf(now), purpose, calls });
  }

  async takeOwn(now: number, purse: OwnPurse, wanted: number): Promise<number> {
    const { shadowCallsPerDay, armCallsPerDay } = this.environment;
    const parameters = {
      date: dateOf(now),
      purse,
      wanted,
      limit: purse === 'shadow' ? shadowCallsPerDay : armCallsPerDay,
    };
    const [row] = await this.graph.write<{ granted: number }>('forecasting/take-own-calls', parameters);
    return row?.granted ?? 0;
  }

  async giveBackOwn(now: number, purse: OwnPurse, calls: number): Promise<void> {
    await this.graph.write('forecasting/take-own-calls', { date: dateOf(now), purse, wanted: -calls, limit: 0 });
  }

  async used(now: number): Promise<UsedCalls> {
    const [row] = await this.graph.read<UsedCalls>('forecasting/used-calls', { date: dateOf(now) });
    return row ?? { all: 0, schedule: 0, surge: 0, price_move: 0 };
  }
}

const dateOf = (now: number): string => utcDate(now * 1000);
