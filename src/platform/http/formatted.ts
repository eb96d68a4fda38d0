export class Formatted {
  constructor(
    readonly mediaType: string,
    /** Text, or a value to be serialized as JSON. */
    readonly body: unknown,
  ) {}
}
