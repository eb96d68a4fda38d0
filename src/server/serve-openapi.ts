import { VERSION } from '../platform/common/code-version.provider';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { publicUrl } from '../platform/config/public-url';
import type { Environment } from '../platform/config/environment';
import { completeDocument } from './openapi';
import { withoutNullable } from './openapi-31';
import { describeFields, inOrder } from './openapi-fields';
import { OpenApiDocument } from '../platform/http/openapi-document.service';

/** Version of the API: the package's. Until 1.0 breaking changes raise the minor version. */
export const API_VERSION = VERSION;

const DESCRIPTION = `Conflict-market intelligence and forecast evaluation, read-only.

One graph of countries, militant groups, leaders, places and instruments; every item that touches them; how many independent kinds of source corroborate each prediction market; and every forecast with a proof that it was recorded before its outcome.

- **Reading** is all there is: GET and HEAD. Lists are JSON arrays; the next page is in the \`Link\` header.
- **Limits**: 60 requests an hour for an address without a key, over \`/v1\` and \`/api\` together. \`X-API-Key\` raises it.
- **Errors** are RFC 9457 problems; their \`type\` address explains them.
- **Times** are UTC, RFC 3339. Probabilities, prices and scores lie between 0 and 1.`;

/** Describes the application once, on first use, for `/openapi.json` and `/docs`. */
export const serveOpenApi = async (app: NestFastifyApplication, environment: Environment): Promise<void> => {
  const fields = await describeFields();
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(environment.demo ? 'Vedette (synthetic demo)' : 'Vedette')
    .setDescription(DESCRIPTION)
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .build();
  const describe = (): OpenAPIObject =>
    completeDocument(
      withoutNullable(inOrder(SwaggerModule.createDocument(app, config), fields)),
      publicUrl(environment),
    );
  app.get(OpenApiDocument).provide(describe);
};
