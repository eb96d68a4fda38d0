import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';

/** Probes and measurements. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
