import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { toProblem } from '../http/problem.filter';
import { ProblemException } from '../http/problem';
import { ENVIRONMENT, type Environment } from '../config/environment';
import type { KeyTier } from './api-key';
import { ApiKeyService, type VerifiedKey } from './api-key.service';
import { addressSubject, clientAddress } from './client-address';
import { MemoryThrottlerStorage } from './memory-throttler.storage';
import { HOUR_SECONDS, isRefused, MINUTE_SECONDS, type RatePolicy, type RateStanding } from './rate-limit';

export type Area = 'api' | 'pages';

export interface Asking {
  readonly area: Area;
  readonly socketAddress: string | undefined;
  readonly forwardedFor: string | undefined;
  /** All `X-API-Key` headers. */
  readonly keys: readonly string[];
}

export interface Admission {
  readonly standing: RateStanding;
  readonly refusal: ProblemException | null;
}

/**
 * Counts every request once, before any other work: on the API against its key if valid, else against its address;
 * pages with a valid key are not counted. Keys are always looked up, and invalid ones on the API have a budget of their
 * own. Unknown paths, rejected methods and 304 responses count like any other.
 */
@Injectable()
export class AccessService {
  private readonly policies: Readonly<Record<'anonymous' | 'bad-key' | 'pages' | KeyTier, RatePolicy>>;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(ThrottlerStorage) private readonly counters: ThrottlerStorage,
    private readonly keys: ApiKeyService,
  ) {
    const hourly = (name: string, quota: number): RatePolicy => ({ name, quota, windowSeconds: HOUR_SECONDS });
    this.policies = {
      anonymous: hourly('anonymous', environment.anonymousPerHour),
      // Separate from anonymous callers, so that invalid keys behind the same proxy do not exhaust their budget.
      'bad-key': hourly('bad-key', environment.anonymousPerHour),
      analyst: hourly('analyst', environment.analystPerHour),
      partner: hourly('partner', environment.partnerPerHour),
      pages: { name: 'pages', quota: environment.pagesPerMinute, windowSeconds: MINUTE_SECONDS },
    };
  }

  /** Synchronous if the count is in this process and the key is cached, so that cached answers are not delayed. */
  admit(asking: Asking): Admission | Promise<Admission> {
    const [key, second] = asking.keys;
    if (asking.area === 'pages') return this.admitToPage(asking);
    if (key === undefined) return this.count(this.policies.anonymous, this.addressOf(asking));
    if (second !== undefined) return this.refuse(this.addressOf(asking), twoKeys());
    const judged = this.keys.judge(key);
    if (judged !== undefined) return this.admitJudged(asking, judged);
    return this.admitUnseen(asking, key);
  }

  private addressOf({ socketAddress, forwardedFor }: Asking): string {
    return addressSubject(clientAddress(socketAddress, forwardedFor, this.environment.trustedProxies));
  }

  private admitToPage(asking: Asking): Admission | Promise<Admission> {
    const [key, second] = asking.keys;
    const counted = (): Admission | Promise<Admission> => this.count(this.policies.pages, this.addressOf(asking));
    if (key === undefined || second !== undefined) return counted();
    const judged = this.keys.judge(key);
    if (judged !== undefined) return judged === null ? counted() : this.unlimited;
    return this.keys.verify(key).then(
      (verified) => (verified === null ? counted() : this.unlimited),
      () => counted(),
    );
  }

  private get unlimited(): Admission {
    return { standing: { policy: this.policies.pages, hits: 0, resetSeconds: MINUTE_SECONDS }, refusal: null };
  }

  private async admitUnseen(asking: Asking, key: string): Promise<Admission> {
    let verified: VerifiedKey | null;
    try {
      verified = await this.keys.verify(key);
    } catch (error) {
      return this.refuse(this.addressOf(asking), toProblem(error));
    }
    return this.admitJudged(asking, verified);
  }

  private admitJudged(asking: Asking, verified: VerifiedKey | null): Admission | Promise<Admission> {
    if (verified !== null) return this.count(this.policies[verified.tier], verified.id);
    return this.refuse(this.addressOf(asking), badKey());
  }

  private refuse(address: string, problem: ProblemException): Admission | Promise<Admission> {
    return whenHad(this.count(this.policies['bad-key'], address), ({ standing, refusal }) => ({
      standing,
      refusal: refusal ?? problem,
    }));
  }

  private count(policy: RatePolicy, subject: string): Admission | Promise<Admission> {
    const { name, quota, windowSeconds } = policy;
    const counted =
      this.counters instanceof MemoryThrottlerStorage
        ? this.counters.incrementNow(subject, windowSeconds * 1000, quota, name)
        : this.counters.increment(subject, windowSeconds * 1000, quota, 0, name);
    return whenHad(counted, ({ totalHits, timeToExpire }) => {
      const standing = { policy, hits: totalHits, resetSeconds: timeToExpire };
      return { standing, refusal: isRefused(standing) ? tooMany(standing) : null };
    });
  }
}

const whenHad = <A, B>(value: A | Promise<A>, use: (value: A) => B): B | Promise<B> =>
  value instanceof Promise ? value.then(use) : use(value);

const tooMany = ({ policy, resetSeconds }: RateStanding): ProblemException =>
  new ProblemException('rate-limited', {
    detail: `${policy.quota} requests in ${policy.windowSeconds} seconds are used up; the next window begins in ${resetSeconds} seconds.${policy.name === 'anonymous' ? ' A key, which the operator of this service gives out, allows more.' : ''}`,
    retryAfterSeconds: resetSeconds,
  });

const badKey = (): ProblemException =>
  new ProblemException('bad-key', {
    detail: 'The X-API-Key header holds a key that is malformed, unknown or revoked.',
    headers: { 'www-authenticate': 'ApiKey realm="vedette", header="X-API-Key"' },
  });

const twoKeys = (): ProblemException =>
  new ProblemException('bad-request', { detail: 'The X-API-Key header was sent more than once.' });
