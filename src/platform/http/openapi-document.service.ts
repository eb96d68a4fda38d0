import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { present } from '../common/assert';

/** The OpenAPI document, created on first use, when all routes are known. */
@Injectable()
export class OpenApiDocument {
  private describe: (() => OpenAPIObject) | null = null;
  private made: OpenAPIObject | null = null;

  provide(describe: () => OpenAPIObject): void {
    this.describe = describe;
  }

  get document(): OpenAPIObject {
    return (this.made ??= present(this.describe, 'the description of the application')());
  }
}
