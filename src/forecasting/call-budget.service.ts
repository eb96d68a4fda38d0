import { Inject, Injectable } from '@nestjs/common';
import { utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { ForecastingRepository } from './forecasting.repository';
import type { UsedCalls } from './selection/shares';
import type { Trigger } from './trigger';

/** What a call of the recorded model is charged to. */
export type CallPurpose = Trigger;

/** What has a budget of its own a day, beside that of the recorded model. */
export type OwnPurse = 'shadow' | 'arm_b' | 'arm_c';

/**
 * Calls to the model of one UTC day. They are taken before the model is asked, so that two processes never
 * exceed the limit together, and given back when nothing was answered.
 */
@Injectable()
export class CallBudget {
  constructor(
    private readonly repository: ForecastingRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Takes calls; resolves to how many the day had left to give. @param now UTC ms */
  take(now: number, purpose: CallPurpose, wanted: number): Promise<number> {
    const limit = this.environment.modelCallsPerDay;
    return this.repository.takeCalls(utcDate(now * 1000), purpose, wanted, limit);
  }

  /** Gives back calls of the same day that nothing answered. */
  async giveBack(now: number, purpose: CallPurpose, calls: number): Promise<void> {
    if (calls > 0) await this.repository.giveBackCalls(utcDate(now * 1000), purpose, calls);
  }

  /** Takes calls from a budget of its own; resolves to how many it had left. @param now UTC ms */
  takeOwn(now: number, purse: OwnPurse, wanted: number): Promise<number> {
    const { shadowCallsPerDay, armCallsPerDay } = this.environment;
    const limit = purse === 'shadow' ? shadowCallsPerDay : armCallsPerDay;
    return this.repository.takeOwnCalls(utcDate(now * 1000), purse, wanted, limit);
  }

  /** Gives back calls that nothing answered. */
  async giveBackOwn(now: number, purse: OwnPurse, calls: number): Promise<void> {
    if (calls > 0) await this.repository.takeOwnCalls(utcDate(now * 1000), purse, -calls, 0);
  }

  /** Calls of the day so far. */
  used(now: number): Promise<UsedCalls> {
    return this.repository.usedCalls(utcDate(now * 1000));
  }
}
