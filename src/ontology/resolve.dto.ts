/** What the alias resolver is asked over HTTP, and what it answers. */
import { TextParameter } from '../platform/http/query-parameter';
import type { Resolution } from '../resolver/mention';

export class ResolveQuery {
  @TextParameter({
    description:
      'The text to look into. The address as a whole may have 8,192 bytes, of which a letter beyond ASCII takes six to twelve.',
    example: 'Israel-Hamas talks in Doha stall',
    required: true,
    maxLength: 4000,
  })
  text!: string;

  @TextParameter({
    description: 'ISO 639-1 language of the text, where it is known.',
    example: 'en',
    maxLength: 2,
    pattern: /^[a-z]{2}$/,
    expected: 'must be an ISO 639-1 code: two lower-case letters',
  })
  lang?: string;
}

export class MentionResponse {
  /** Id of the entity. @example iran */
  readonly entity!: string;
  /** The alias that was found, as the seed writes it. @example Iranian */
  readonly alias!: string;
  /** Why it counts. @example demonym */
  readonly rule!: string;
  /** First UTF-16 unit in the text, from 0. @example 4 */
  readonly start!: number;
  /** UTF-16 unit behind the last one. @example 11 */
  readonly end!: number;
  /** First code point in the text, from 0. @example 4 */
  readonly start_code_point!: number;
  /** Code point behind the last one. @example 11 */
  readonly end_code_point!: number;
}

export class RefusalResponse {
  /** The alias or phrase that stands there. @example "turkey sandwich" */
  readonly alias!: string;
  /** The entity that it was not taken for. @example turkey */
  readonly entity!: string;
  /** First UTF-16 unit in the text, from 0. @example 0 */
  readonly start!: number;
  /** UTF-16 unit behind the last one. @example 15 */
  readonly end!: number;
  /** Why not. @example "the bird or a dish" */
  readonly reason!: string;
}

export class ResolutionResponse {
  /** Ids of the entities named: sorted, distinct. @example ["iran"] */
  readonly entities!: readonly string[];
  /** Each name found, in the order of the text. */
  readonly mentions!: readonly MentionResponse[];
  /** What looked like a name and was refused. */
  readonly refused!: readonly RefusalResponse[];

  static from({ entities, mentions, refused }: Resolution): ResolutionResponse {
    return Object.assign(new ResolutionResponse(), {
      entities,
      mentions: mentions.map(({ startCodePoint, endCodePoint, ...mention }) => ({
        ...mention,
        start_code_point: startCodePoint,
        end_code_point: endCodePoint,
      })),
      refused,
    });
  }
}
