import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { CLOCK, type Clock } from '../common/clock';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { AccessService } from './access.service';
import { ApiKeyRepository } from './api-key.repository';
import { ApiKeyService } from './api-key.service';
import { MemoryThrottlerStorage } from './memory-throttler.storage';
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

/** Of the throttler only its storage: its guard sees routes only, but the limit covers every path. */
@Module({
  providers: [
    { provide: ThrottlerStorage, inject: [ENVIRONMENT, CLOCK], useFactory: openStorage },
    AccessService,
    ApiKeyRepository,
    ApiKeyService,
  ],
  exports: [AccessService, ApiKeyService],
})
export class AccessModule implements OnApplicationShutdown {
  constructor(@Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage) {}

  onApplicationShutdown(): void {
    if (this.storage instanceof RedisThrottlerStorage) this.storage.close();
  }
}
