import { Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../common/clock';
import { commaSeparated } from '../common/comma-separated';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { Dollars } from './dollars.service';
import { userAgent } from './public-address';
import { RecentAnswers } from './recent-answers.service';
import { UpstreamClient } from './upstream.client';

/** The shared {@link UpstreamClient} (so that pace and breakers cover the process), budgets, and recent responses. */
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
            replayPaced: environment.upstreamReplayPaced,
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
