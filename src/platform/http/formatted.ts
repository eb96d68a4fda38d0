/** An answer in another form than JSON of our own: what is sent, and the media type that names it. */
export class Formatted {
  constructor(
    readonly mediaType: string,
    /** Text as it is, or a value that is written as JSON. */
    readonly body: unknown,
  ) {}
}
