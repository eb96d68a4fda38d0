import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerModule, ThrottlerStorage } from '@nestjs/throttler';
import { CLOCK, type Clock } from '../common/clock';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { AccessService } from './access.service';
import { ApiKeyRepository } from './api-key.repository';
import { ApiKeyService } from './api-key.service';
import { MemoryThrottlerStorage } from './memory-throttler.storage';
import { HOUR_SECONDS, MINUTE_SECONDS } from './rate-limit';
import { RedisThrottlerStorage } from './redis-throttler.storage';

const openStorage = async (
  environment: Environment,
  clock: Clock,
): Promise<MemoryThrottlerStorage | RedisThrottlerStorage> => {
  if (environment.redisUrl === null) return new MemoryThrottlerStorage(clock);
  const storage = new RedisThrottlerStorage(environment.redisUrl, clock);
  await storage.connect();
  return storage;
};

/** Only the throttler module's storage is used: its guard sees routes only, but the limit covers every path. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [ENVIRONMENT, CLOCK],
      useFactory: async (environment: Environment, clock: Clock) => ({
        throttlers: [
          { name: 'anonymous', ttl: HOUR_SECONDS * 1000, limit: environment.anonymousPerHour },
          { name: 'analyst', ttl: HOUR_SECONDS * 1000, limit: environment.analystPerHour },
          { name: 'partner', ttl: HOUR_SECONDS * 1000, limit: environment.partnerPerHour },
          { name: 'pages', ttl: MINUTE_SECONDS * 1000, limit: environment.pagesPerMinute },
        ],
        storage: await openStorage(environment, clock),
      }),
    }),
  ],
  providers: [AccessService, ApiKeyRepository, ApiKeyService],
  exports: [AccessService, ApiKeyService],
})
export class AccessModule implements OnApplicationShutdown {
  constructor(@Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage) {}

  onApplicationShutdown(): void {
    if (this.storage instanceof RedisThrottlerStorage) this.storage.close();
  }
}
