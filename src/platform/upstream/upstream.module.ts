import { Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../common/clock';
import { commaSeparated } from '../common/comma-separated';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { Dollars } from './dollars.service';
import { userAgent } from './public-address';
import { RecentAnswers } from './recent-answers.service';
import { UpstreamClient } from './upstream.client';

/** The one {@link UpstreamClient}, shared, so that pace and breakers hold for the whole process, what it may spend, and what was answered lately. */
@Global()
@Module({
  providers: [
    Dollars,
    { provide: RecentAnswers, useFactory: () => new RecentAnswers() },
    {
      provide: UpstreamClient,
      inject: [ENVIRONMENT, CLOCK],
      useFactory: (environment: Environment, clock: Clock) =>
        new UpstreamClient(
          {
            replayUrl: environment.upstreamReplayUrl,
            privateHosts: commaSeparated(environment.upstreamPrivateHosts),
            userAgent: userAgent(environment),
            intervalMs: environment.pollIntervalSeconds * 1_000,
            random: Math.random,
          },
          clock,
        ),
    },
  ],
  exports: [Dollars, RecentAnswers, UpstreamClient],
})
export class UpstreamModule {}
