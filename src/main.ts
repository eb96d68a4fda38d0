/** Builds the HTTP application; `vedette serve` and the tests start it. */
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule, type AppOptions } from './app.module';

export const createApplication = async (options: AppOptions): Promise<NestFastifyApplication> => {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(options),
    new FastifyAdapter({ requestTimeout: 15_000 }),
    { bufferLogs: true },
  );
  return app;
};
