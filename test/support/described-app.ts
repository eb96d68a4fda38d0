import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { OpenApiDocument } from '../../src/platform/http/openapi-document.service';
import { createApplication } from '../../src/application';
import { testEnvironment } from './app-harness';

export interface DescribedApp {
  readonly app: INestApplication;
  readonly document: OpenAPIObject;
}

/**
 * The whole application as it describes itself, not started: no database is asked. For tests of what
 * routes declare.
 */
export const describeApp = async (): Promise<DescribedApp> => {
  const app = await createApplication({
    environment: testEnvironment({ publicUrl: 'https://vedette.example' }),
    clock: new SystemClock(),
    connection: {
      uri: 'bolt://127.0.0.1:9',
      username: 'neo4j',
      password: 'unused',
      database: 'neo4j',
      browserUrl: null,
    },
  });
  return { app, document: app.get(OpenApiDocument, { strict: false }).document };
};
