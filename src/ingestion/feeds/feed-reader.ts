/**
 * Parses untrusted feed markup in one pass, without a tree, to the raw fields of the channel and of each item. Depth,
 * elements, items and field length are limited while parsing. Only the first root counts; refusals state a reason. In
 * an item, elements that are too deep lose their tags, as one item is not a reason to refuse the others.
 */
import { Parser } from 'htmlparser2';
import { decodeReferences, type DeclaredEntities } from './feed-entities';
import { FieldBuffer, FIELD_CHARS_MAX, type RawField } from './feed-field';
import { extendScope, resolveName, rootOf, type FeedName, type PrefixScope, type RootName } from './feed-names';

/** Fields in document order by name: `title` for the format's own, `dc:date` for others. */
export type RawFields = Map<string, RawField[]>;

export interface RawFeed {
  readonly kind: 'feed';
  readonly format: RootName['local'];
  readonly lang: string | null;
  readonly channel: RawFields;
  readonly items: readonly RawFields[];
  /** The document ended before its root did. */
  readonly truncated: boolean;
}

export interface Unreadable {
  readonly kind: 'unreadable';
  readonly reason: string;
}

export const DEPTH_MAX = 64;
export const ELEMENTS_MAX = 400_000;
export const ITEMS_MAX = 10_000;
const ATTRIBUTES_MAX = 256;
/** Documents without a root by then are refused. */
const ELEMENTS_BEFORE_ROOT_MAX = 1000;
const EXPANDED_CHARS_MAX = 1_048_576;
const CHUNK_CHARS = 16_384;

const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Containers whose fields belong to the parent, with the prefix for their names. */
const CONTAINERS = new Map([
  ['media:group', ''],
  ['source', 'source/'],
  ['atom:source', 'source/'],
]);

interface Frame {
  readonly name: FeedName;
  readonly scope: PrefixScope;
  readonly lang: string | null;
  readonly base: string | null;
  /** Prefix of the fields inside, or null when children are not fields. */
  readonly fields: string | null;
}

export const readFeed = (body: string, entities: DeclaredEntities): RawFeed | Unreadable => {
  const reader = new FeedReader(entities);
  const parser = new Parser(reader, {
    xmlMode: true,
    decodeEntities: false,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  });
  for (let at = 0; at < body.length && !reader.isDone; at += CHUNK_CHARS)
    parser.write(body.slice(at, at + CHUNK_CHARS));
  if (!reader.isDone) {
    reader.documentEnded = true;
    parser.end();
  }
  return reader.result();
};

class FeedReader {
  isDone = false;
  documentEnded = false;
  private refusal: string | null = null;
  private root: RootName | null = null;
  private rootDepth = 0;
  private rootLang: string | null = null;
  private truncated = false;
  private firstElement: string | null = null;
  private elements = 0;
  private expandedChars = 0;
  private readonly stack: Frame[] = [];
  /** Open elements below those of the stack. */
  private tooDeep = 0;
  private readonly channel: RawFields = new Map();
  private readonly items: RawFields[] = [];
  private item: RawFields | null = null;
  private itemDepth = 0;
  private itemIsBare = true;
  private field: FieldBuffer | null = null;
  private inCdata = false;
  private attributes: Record<string, string> = {};
  private attributeCount = 0;

  constructor(private readonly entities: DeclaredEntities) {}

  onopentagname(): void {
    this.attributes = {};
    this.attributeCount = 0;
  }

  onattribute(name: string, value: string): void {
    // Untrusted names become keys: the object has no prototype.
    this.attributeCount += 1;
    if (this.isDone || this.attributeCount > ATTRIBUTES_MAX) return;
    if (name !== '__proto__' && value.length <= FIELD_CHARS_MAX) this.attributes[name] ??= this.decode(value);
  }

  onopentag(qualified: string): void {
    if (this.isDone) return;
    this.elements += 1;
    if (this.elements > ELEMENTS_MAX) {
      this.refuse(`it has more than ${ELEMENTS_MAX} elements`);
      return;
    }
    if (this.stack.length >= DEPTH_MAX) {
      if (this.item === null) this.refuse(`its elements are nested deeper than ${DEPTH_MAX}`);
      this.tooDeep += 1;
      return;
    }
    this.firstElement ??= qualified;
    const parent = this.stack.at(-1);
    const scope = extendScope(parent?.scope ?? new Map<string, string>(), this.attributes);
    this.findRoot(qualified, scope);
    const frame: Frame = {
      name: resolveName(qualified, scope, this.root),
      scope,
      lang: langOf(this.attributes) ?? parent?.lang ?? null,
      base: baseOf(this.attributes, parent?.base ?? null),
      fields: null,
    };
    this.stack.push(this.open(frame, parent));
  }

  ontext(text: string): void {
    if (this.isDone || this.field === null) return;
    this.field.add(this.inCdata ? text.replaceAll('&', '&amp;') : text, false);
  }

  oncdatastart(): void {
    this.inCdata = true;
  }

  oncdataend(): void {
    this.inCdata = false;
  }

  onclosetag(qualified: string, isImplied: boolean): void {
    if (this.isDone) return;
    if (this.tooDeep > 0) {
      this.tooDeep -= 1;
      return;
    }
    const frame = this.stack.pop();
    const depth = this.stack.length;
    const cut = isImplied && this.documentEnded;
    if (this.field !== null) {
      if (depth > this.field.depth) this.field.add(closingTag(frame?.name.local ?? qualified), true);
      else this.closeField(cut);
    }
    if (this.item !== null && depth <= this.itemDepth) this.closeItem(cut);
    if (this.root !== null && depth === this.rootDepth) {
      this.truncated = cut;
      this.isDone = true;
    }
  }

  result(): RawFeed | Unreadable {
    if (this.refusal !== null) return { kind: 'unreadable', reason: this.refusal };
    if (this.root === null) return { kind: 'unreadable', reason: this.whyNoFeed() };
    const { channel, items, truncated, rootLang: lang } = this;
    return { kind: 'feed', format: this.root.local, lang, channel, items, truncated };
  }

  private whyNoFeed(): string {
    if (this.firstElement === null) return 'it has no markup';
    if (this.firstElement === 'html') return 'it is an HTML page, not a feed';
    return `its root <${this.firstElement.slice(0, 40)}> is not that of a feed`;
  }

  private findRoot(qualified: string, scope: PrefixScope): void {
    if (this.root !== null || this.firstElement === 'html') return;
    this.root = rootOf(qualified, scope);
    this.isDone = this.root === null && this.elements > ELEMENTS_BEFORE_ROOT_MAX;
    this.rootDepth = this.stack.length;
    this.rootLang = langOf(this.attributes);
  }

  private open(frame: Frame, parent: Frame | undefined): Frame {
    const { vocabulary, local } = frame.name;
    if (this.root === null) return frame;
    const isItem = vocabulary === 'core' && (local === 'item' || local === 'entry');
    if (isItem && this.mayHoldItems(parent)) {
      // An unclosed item ends at the next one.
      this.closeField(false);
      this.closeItem(false);
      this.item = new Map();
      this.itemDepth = this.stack.length;
      this.itemIsBare = Object.keys(this.attributes).length === 0;
      if (!this.itemIsBare) this.keep('@', this.attributeField(frame));
      return { ...frame, fields: '' };
    }
    this.itemIsBare = false;
    if (this.field !== null && vocabulary === 'core' && this.isUnclosedTitle(local)) {
      this.closeField(false);
      return this.openField(frame, '');
    }
    if (this.field !== null) {
      this.field.add(`<${local}>`, true);
      return frame;
    }
    if (this.stack.length === this.rootDepth || (vocabulary === 'core' && local === 'channel'))
      return { ...frame, fields: '' };
    const prefix = parent?.fields ?? null;
    if (prefix === null) return frame;
    return this.openField(frame, prefix);
  }

  private openField(frame: Frame, prefix: string): Frame {
    const { vocabulary, local } = frame.name;
    if (vocabulary === 'other') return frame;
    const key = vocabulary === 'core' ? local : `${vocabulary}:${local}`;
    const container = CONTAINERS.get(key);
    const isContainer = container !== undefined && (this.root?.local === 'feed' || key !== 'source');
    if (isContainer && prefix === '') return { ...frame, fields: container };
    if (['image', 'textinput', 'items', 'author', 'contributor', 'cloud', 'skiphours', 'skipdays'].includes(key))
      return frame;
    this.field = new FieldBuffer(`${prefix}${key}`, this.stack.length, this.attributes, frame);
    return frame;
  }

  /** Items are inside or after a channel, never inside a field. An open field is closed. */
  private mayHoldItems(parent: Frame | undefined): boolean {
    if (this.items.length >= ITEMS_MAX) return false;
    if (this.field !== null) return this.root?.local !== 'feed' && !this.field.hasMarkup && this.item !== null;
    const local = parent?.name.local ?? '';
    return ['rss', 'rdf', 'channel', 'feed', 'items', 'item', 'entry'].includes(local);
  }

  /** An RSS title never contains a link element: the title was not closed. */
  private isUnclosedTitle(local: string): boolean {
    const follows = ['link', 'description', 'pubdate', 'guid'].includes(local);
    return follows && this.field?.key === 'title' && this.item !== null && this.root?.local !== 'feed';
  }

  private attributeField(frame: Frame): RawField {
    return {
      attributes: this.attributes,
      text: '',
      hasMarkup: false,
      lang: frame.lang,
      base: frame.base,
    };
  }

  private keep(key: string, field: RawField): void {
    const fields = this.item ?? this.channel;
    const list = fields.get(key);
    if (list === undefined) fields.set(key, [field]);
    else if (list.length < 64) list.push(field);
  }

  /** Drops a field truncated by the end of the document. */
  private closeField(cut: boolean): void {
    const field = this.field;
    this.field = null;
    if (field !== null && !cut)
      this.keep(
        field.key,
        field.finish((text) => this.decode(text)),
      );
  }

  private closeItem(cut: boolean): void {
    const item = this.item;
    this.item = null;
    if (item === null || this.itemIsBare) return;
    if (!cut || isIdentified(item)) this.items.push(item);
  }

  private decode(text: string): string {
    const decoded = decodeReferences(text, this.entities);
    if (this.entities.size > 0) this.expandedChars += Math.max(0, decoded.length - text.length);
    if (this.expandedChars > EXPANDED_CHARS_MAX) this.refuse('its entities expand to too much text');
    return decoded;
  }

  private refuse(reason: string): void {
    this.refusal ??= reason;
    this.isDone = true;
  }
}

const closingTag = (local: string): string => (VOID_ELEMENTS.has(local) ? '' : `</${local}>`);

/** Whether a truncated item still has title and identity. */
const isIdentified = (item: RawFields): boolean =>
  item.has('title') && (item.has('link') || item.has('guid') || item.has('id'));

const langOf = (attributes: Readonly<Record<string, string>>): string | null => attributes['xml:lang'] ?? null;

const baseOf = (attributes: Readonly<Record<string, string>>, parent: string | null): string | null => {
  const own = attributes['xml:base']?.trim();
  if (own === undefined || own === '') return parent;
  if (URL.canParse(own)) return own;
  return parent !== null && URL.canParse(own, parent) ? new URL(own, parent).href : parent;
};
