/** Builds the HTTP application; `vedette serve` and the tests start it. */
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { AppModule, type AppOptions } from './app.module';
import { configureHttp } from './server/configure-http';
import { createHttpAdapter } from './server/http-adapter';
import { RegistryService } from './registry/registry.service';

export const createApplication = async (options: AppOptions): Promise<NestFastifyApplication> => {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(options),
    createHttpAdapter(options.environment),
    { bufferLogs: true, bodyParser: false, abortOnError: false },
  );
  app.useLogger(app.get(Logger));
  await configureHttp(app, options.environment);
  app.get(RegistryService).openInBackground();
  return app;
};
