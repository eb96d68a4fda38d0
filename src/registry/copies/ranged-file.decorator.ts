import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiProduces, ApiResponse } from '@nestjs/swagger';

/** OpenAPI documentation shared by the routes of {@link answerFromFile}. */
export const RangedFile = (summary: string, description: string, ...types: readonly string[]): MethodDecorator => {
  const content = Object.fromEntries(
    types.map((type) => [
      type,
      {
        schema: type.includes('parquet') ? { type: 'string' as const, format: 'binary' } : { type: 'string' as const },
      },
    ]),
  );
  return applyDecorators(
    ApiOperation({
      summary,
      description: `${description} With a strong ETag, Content-Length, Range and If-Range.`,
    }),
    ApiProduces(...types),
    ApiHeader({
      name: 'range',
      required: false,
      description: 'One range of bytes: `bytes=1000-` for all that follows.',
      example: 'bytes=0-',
    }),
    ApiOkResponse({ description: 'The file.', content }),
    ApiResponse({ status: 206, description: 'The range of it.', content }),
    ApiResponse({ status: 416, description: 'Nothing lies beyond the end.', content }),
  );
};
