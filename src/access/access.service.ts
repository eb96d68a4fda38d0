import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { toProblem } from '../common/problem.filter';
import { ProblemException } from '../common/problem';
import { ENVIRONMENT, type Environment } from '../config/environment';
import type { KeyTier } from './api-key';
import { ApiKeyService } from './api-key.service';
import { addressSubject, clientAddress } from './client-address';
import {
  HOUR_SECONDS,
  isRefused,
  MINUTE_SECONDS,
  windowIndex,
  type RatePolicy,
  type RateStanding,
} from './rate-limit';

/** Which counter a path falls under. */
export type Area = 'api' | 'pages';

/** What of a request decides whether it is admitted. */
export interface Asking {
  readonly area: Area;
  readonly socketAddress: string | undefined;
  readonly forwardedFor: string | undefined;
  /** Every `X-API-Key` header that was sent. */
  readonly keys: readonly string[];
}

/** The answer of the door: where the caller stands, and the problem when it is turned away. */
export interface Admission {
  readonly standing: RateStanding;
  readonly refusal: ProblemException | null;
}

/**
 * The door. Every request is counted once, before anything else is done for it: against its key on the
 * API when the key is good, else against its address. Unknown paths, refused methods, bad keys and 304
 * answers cost the same as any other.
 */
@Injectable()
export class AccessService {
  private readonly policies: Readonly<Record<'anonymous' | 'pages' | KeyTier, RatePolicy>>;
  /** Addresses that used up their window with bad keys: their unknown keys are no longer looked up. */
  private readonly guessing = new Map<string, number>();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ThrottlerStorage) private readonly counters: ThrottlerStorage,
    private readonly keys: ApiKeyService,
  ) {
    const hourly = (name: string, quota: number): RatePolicy => ({
      name,
      quota,
      windowSeconds: HOUR_SECONDS,
    });
    this.policies = {
      anonymous: hourly('anonymous', environment.anonymousPerHour),
      analyst: hourly('analyst', environment.analystPerHour),
      partner: hourly('partner', environment.partnerPerHour),
      pages: { name: 'pages', quota: environment.pagesPerMinute, windowSeconds: MINUTE_SECONDS },
    };
  }

  async admit(asking: Asking): Promise<Admission> {
    const address = addressSubject(
      clientAddress(asking.socketAddress, asking.forwardedFor, this.environment.trustedProxies),
    );
    if (asking.area === 'pages') return this.count(this.policies.pages, address);
    const [key, second] = asking.keys;
    if (key === undefined) return this.count(this.policies.anonymous, address);
    if (second !== undefined) return this.refuse(address, twoKeys());
    return this.admitWithKey(address, key);
  }

  private async admitWithKey(address: string, key: string): Promise<Admission> {
    if (this.isGuessing(address) && !this.keys.isCached(key))
      return this.refuse(address, guessedTooOften());
    try {
      const verified = await this.keys.verify(key);
      if (verified !== null) return await this.count(this.policies[verified.tier], verified.id);
    } catch (error) {
      return this.refuse(address, toProblem(error));
    }
    const refused = await this.refuse(address, badKey());
    if (isRefused(refused.standing)) this.guessing.set(address, this.hour());
    return refused;
  }

  private async refuse(address: string, problem: ProblemException): Promise<Admission> {
    const { standing, refusal } = await this.count(this.policies.anonymous, address);
    return { standing, refusal: refusal ?? problem };
  }

  private async count(policy: RatePolicy, subject: string): Promise<Admission> {
    const { totalHits, timeToExpire } = await this.counters.increment(
      subject,
      policy.windowSeconds * 1000,
      policy.quota,
      0,
      policy.name,
    );
    const standing = { policy, hits: totalHits, resetSeconds: timeToExpire };
    return { standing, refusal: isRefused(standing) ? tooMany(standing) : null };
  }

  private isGuessing(address: string): boolean {
    const hour = this.guessing.get(address);
    if (hour === undefined) return false;
    if (hour === this.hour()) return true;
    this.guessing.clear();
    return false;
  }

  private hour(): number {
    return windowIndex(nowMillis(this.clock), HOUR_SECONDS * 1000);
  }
}

const tooMany = ({ policy, resetSeconds }: RateStanding): ProblemException =>
  new ProblemException('rate-limited', {
    detail: `${policy.quota} requests in ${policy.windowSeconds} seconds are used up; the next window begins in ${resetSeconds} seconds.`,
    retryAfterSeconds: resetSeconds,
  });

const badKey = (): ProblemException =>
  new ProblemException('bad-key', {
    detail: 'The X-API-Key header holds a key that is malformed, unknown or revoked.',
    headers: { 'www-authenticate': 'ApiKey realm="vedette", header="X-API-Key"' },
  });

const guessedTooOften = (): ProblemException =>
  new ProblemException('rate-limited', {
    detail: 'Too many requests with keys that are not valid came from this address.',
  });

const twoKeys = (): ProblemException =>
  new ProblemException('bad-request', {
    detail: 'The X-API-Key header was sent more than once.',
  });
