/** RFC 8259, with number tokens and names special in JavaScript kept. Linear; the caller limits nesting. */

export type JsonNode =
  | { readonly kind: 'literal'; readonly token: 'null' | 'true' | 'false' }
  /** A number without fraction or exponent: its digits, of any length. */
  | { readonly kind: 'integer'; readonly token: string }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  /** For duplicate names the last wins. */
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode> };

/** The error, and its offset in UTF-16 units. */
export class JsonSyntaxError extends SyntaxError {
  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(`${reason} at offset ${offset}`);
    this.name = 'JsonSyntaxError';
  }
}

/** Parses a JSON text. @throws JsonSyntaxError */
export const parseJsonText = (text: string, depthMax: number): JsonNode => new Reader(text, depthMax).document();

/** Member names that occur more than once in an object, anywhere in a text. @throws JsonSyntaxError */
export const repeatedNames = (text: string, depthMax: number): readonly string[] => {
  const reader = new Reader(text, depthMax);
  reader.document();
  return reader.repeated;
};

const LITERALS = { n: 'null', t: 'true', f: 'false' } as const;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const NUMBER_END = /[^-+.0-9eE]/g;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/;
const HEX4 = /^[0-9a-fA-F]{4}$/;

class Reader {
  readonly repeated: string[] = [];
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly depthMax: number,
  ) {}

  document(): JsonNode {
    this.skipSpace();
    const node = this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.fail('Text after the value');
    return node;
  }

  private value(): JsonNode {
    const first = this.text.charAt(this.at);
    switch (first) {
      case '{':
        return this.nested(() => this.object());
      case '[':
        return this.nested(() => this.array());
      case '"':
        return { kind: 'string', value: this.string() };
      case 'n':
      case 't':
      case 'f':
        return this.literal(LITERALS[first]);
      case '':
        return this.fail('The text ends where a value should be');
      default:
        return this.number();
    }
  }

  private nested(read: () => JsonNode): JsonNode {
    if (++this.depth > this.depthMax) this.fail(`Nested deeper than ${this.depthMax}`);
    this.at++;
    this.skipSpace();
    const node = read();
    this.depth--;
    return node;
  }

  private object(): JsonNode {
    const members = new Map<string, JsonNode>();
    if (this.took('}')) return { kind: 'object', members };
    for (;;) {
      if (this.text.charAt(this.at) !== '"') this.fail('A member name in double quotes is missing');
      const name = this.string();
      this.skipSpace();
      if (!this.took(':')) this.fail('A colon is missing');
      this.skipSpace();
      if (members.has(name)) this.repeated.push(name);
      members.set(name, this.value());
      if (!this.more('}')) return { kind: 'object', members };
    }
  }

  private array(): JsonNode {
    const items: JsonNode[] = [];
    if (this.took(']')) return { kind: 'array', items };
    for (;;) {
      items.push(this.value());
      if (!this.more(']')) return { kind: 'array', items };
    }
  }

  /** After a member: true after a comma, false after the closing bracket. */
  private more(close: string): boolean {
    this.skipSpace();
    if (this.took(close)) return false;
    if (!this.took(',')) this.fail(`A comma or ${close} is missing`);
    this.skipSpace();
    return true;
  }

  private string(): string {
    this.at++;
    let value = '';
    let from = this.at;
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === 0x22) break;
      if (unit === 0x5c) {
        value += this.text.slice(from, this.at) + this.escape();
        from = this.at;
      } else if (unit < 0x20) {
        this.fail('A raw control character in a string');
      } else if (Number.isNaN(unit)) {
        this.fail('A string without an end');
      } else {
        this.at++;
      }
    }
    value += this.text.slice(from, this.at);
    this.at++;
    return value;
  }

  private escape(): string {
    const letter = this.text.charAt(this.at + 1);
    if (letter === 'u') {
      const hex = this.text.slice(this.at + 2, this.at + 6);
      if (!HEX4.test(hex)) this.fail('\\u without four hex digits');
      this.at += 6;
      return String.fromCharCode(parseInt(hex, 16));
    }
    const unescaped = ESCAPES[letter];
    if (unescaped === undefined) return this.fail('An unknown escape');
    this.at += 2;
    return unescaped;
  }

  private number(): JsonNode {
    NUMBER_END.lastIndex = this.at;
    const end = NUMBER_END.exec(this.text)?.index ?? this.text.length;
    const token = this.text.slice(this.at, end);
    const match = NUMBER.exec(token);
    if (match === null) return this.fail('No JSON value');
    if (match[1] === undefined && match[2] === undefined) {
      this.at = end;
      return { kind: 'integer', token };
    }
    const value = Number(token);
    if (!Number.isFinite(value)) this.fail('A number beyond the range of a double');
    this.at = end;
    return { kind: 'float', value };
  }

  private literal(token: 'null' | 'true' | 'false'): JsonNode {
    if (!this.text.startsWith(token, this.at)) this.fail('No JSON value');
    this.at += token.length;
    return { kind: 'literal', token };
  }

  private took(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false;
    this.at++;
    return true;
  }

  /** Only the four white space characters of JSON. */
  private skipSpace(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at++;
    }
  }

  private fail(reason: string): never {
    throw new JsonSyntaxError(reason, this.at);
  }
}
