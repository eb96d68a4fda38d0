import { Inject, Injectable } from '@nestjs/common';
import { utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { ForecastingRepository } from './forecasting.repository';
import type { UsedCalls } from './selection/shares';
import type { Trigger } from './trigger';

/** Trigger to which a call of the recorded model is charged. */
export type CallPurpose = Trigger;

/** Separate daily budgets besides that of the recorded model. */
export type OwnPurse = 'shadow' | 'arm_b' | 'arm_c';

/**
 * Daily (UTC) budget of model calls. Calls are reserved before the request, so that processes together never exceed the
 * limit, and returned if there was no response.
 */
@Injectable()
export class CallBudget {
  constructor(
    private readonly repository: ForecastingRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Reserves calls; resolves to the number granted. @param now UTC ms */
  take(now: number, purpose: CallPurpose, wanted: number): Promise<number> {
    const limit = this.environment.modelCallsPerDay;
    return this.repository.takeCalls(utcDate(now * 1000), purpose, wanted, limit);
  }

  /** Returns reserved calls of the same day that got no response. */
  async giveBack(now: number, purpose: CallPurpose, calls: number): Promise<void> {
    if (calls > 0) await this.repository.giveBackCalls(utcDate(now * 1000), purpose, calls);
  }

  /** Reserves calls of a separate budget; resolves to the number granted. @param now UTC ms */
  takeOwn(now: number, purse: OwnPurse, wanted: number): Promise<number> {
    const { shadowCallsPerDay, armCallsPerDay } = this.environment;
    const limit = purse === 'shadow' ? shadowCallsPerDay : armCallsPerDay;
    return this.repository.takeOwnCalls(utcDate(now * 1000), purse, wanted, limit);
  }

  /** Returns reserved calls that got no response. */
  async giveBackOwn(now: number, purse: OwnPurse, calls: number): Promise<void> {
    if (calls > 0) await this.repository.takeOwnCalls(utcDate(now * 1000), purse, -calls, 0);
  }

  used(now: number): Promise<UsedCalls> {
    return this.repository.usedCalls(utcDate(now * 1000));
  }
}
