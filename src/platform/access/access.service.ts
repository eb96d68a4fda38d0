import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { toProblem } from '../http/problem.filter';
import { ProblemException } from '../http/problem';
import { ENVIRONMENT, type Environment } from '../config/environment';
import type { KeyTier } from './api-key';
import { ApiKeyService } from './api-key.service';
import { addressSubject, clientAddress } from './client-address';
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

/** Counts every request once, before any other work: by key if valid, else by address; bad keys separately. */
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

  async admit(asking: Asking): Promise<Admission> {
    const [key, second] = asking.keys;
    if (asking.area === 'pages') return this.admitToPage(asking);
    const address = this.addressOf(asking);
    if (key === undefined) return this.count(this.policies.anonymous, address);
    if (second !== undefined) return this.refuse(address, twoKeys());
    const verified = await this.keys.verify(key).catch(toProblem);
    if (verified instanceof ProblemException) return this.refuse(address, verified);
    if (verified === null) return this.refuse(address, badKey());
    return this.count(this.policies[verified.tier], verified.id);
  }

  private addressOf({ socketAddress, forwardedFor }: Asking): string {
    return addressSubject(clientAddress(socketAddress, forwardedFor, this.environment.trustedProxies));
  }

  private async admitToPage(asking: Asking): Promise<Admission> {
    const [key, second] = asking.keys;
    const policy = this.policies.pages;
    const isKnown =
      key !== undefined && second === undefined && (await this.keys.verify(key).catch(() => null)) !== null;
    if (isKnown) return { standing: { policy, hits: 0, resetSeconds: MINUTE_SECONDS }, refusal: null };
    return this.count(policy, this.addressOf(asking));
  }

  private async refuse(address: string, problem: ProblemException): Promise<Admission> {
    const { standing, refusal } = await this.count(this.policies['bad-key'], address);
    return { standing, refusal: refusal ?? problem };
  }

  private async count(policy: RatePolicy, subject: string): Promise<Admission> {
    const { name, quota, windowSeconds } = policy;
    const counted = await this.counters.increment(subject, windowSeconds * 1000, quota, 0, name);
    const standing = { policy, hits: counted.totalHits, resetSeconds: counted.timeToExpire };
    return { standing, refusal: isRefused(standing) ? tooMany(standing) : null };
  }
}

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
