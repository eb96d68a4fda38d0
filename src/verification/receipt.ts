/**
 * Checks one receipt: it has the documents of its trade with the proof of each record, and all its figures follow from
 * them. Pure and without Node, so that browsers use the same functions; the caller verifies the note's signature.
 */
import { sha256Hex } from '../platform/common/sha256';
import { recordLeaf, recordText, readRecord, type LogRecord } from '../registry/log/log-record';
import { verifyInclusion } from '../registry/proofs/merkle-proof';
import { checkBundle } from './bundle-rules';
import { readDocument, type LoggedDocument } from './documents';
import { Broken, insist } from './finding';
import { asServed, canonicalText, firstOther, insistMembers, Members, sameJson, shortly } from './received-json';
import { checkExit, checkSettlement, checkTrade, type TradeHistory } from './trade-rules';

/** The proven content of a receipt, if its note is signed. */
export interface CheckedReceipt {
  readonly members: Members;
  readonly note: string;
  readonly treeSize: number;
  readonly rootHash: string;
  readonly documents: readonly LoggedDocument[];
  readonly bundle: Members;
  /** For a forecast of version 0.1, whose trade has no record: the trade is not proven. */
  readonly isForecastOnly: boolean;
}

/** Allowed members of a receipt and its parts: others would be unproven. */
const MEMBERS = [
  ...['schema_version', 'trade_id', 'population', 'exchange', 'ticker', 'question', 'status', 'side', 'opened_at'],
  ...['entry_price', 'entry_mid', 'size', 'fee_usd', 'closed_at', 'exit_price', 'exit_reason', 'exit_fee_usd'],
  ...['net_pnl', 'prediction', 'settlement', 'replay_bundle_id', 'bundle_sha256', 'registry', 'records', 'proof'],
  'receipt_sha256',
];
const INNER: Readonly<Record<string, readonly string[]>> = {
  registry: ['date', 'url', 'leaf_index'],
  proof: ['tree_size', 'root_hash', 'checkpoint', 'inclusion_path'],
};

const FROM_RECORDS = ['intent', 'bundle', 'trade', 'exit', 'settlement', 'correction'];

/** @param text the bytes of the receipt; one newline at the end is ignored. @throws Broken */
export const checkReceipt = (text: string, what = 'receipt'): CheckedReceipt => {
  const members = Members.in(what, text.replace(/\n$/, ''));
  const { receipt_sha256: stated, ...body } = members.object;
  const own = sha256Hex(canonicalText(body));
  insist(own === stated, what, `receipt_sha256 is not the SHA-256 of the rest, ${own}`);
  members.equal('schema_version', '2.0.0', 'the version that is known here');
  if (members.text('population') !== 'own')
    throw new Broken(what, 'is of an import: its forecast is in no log, so nothing proves it');
  const proof = members.at('proof');
  const [treeSize, rootHash] = [proof.number('tree_size'), proof.sha256('root_hash')];
  const documents = members
    .list('records')
    .map((entry, index) =>
      containedDocument(`${what} records[${index}]`, entry, { treeSize, rootHash, kinds: FROM_RECORDS }),
    );
  insistOrder(what, documents);
  const parts = partsOf(what, documents);
  const isForecastOnly = parts.trade === null;
  // Only a trade of a bundle 1.0.0 has no record.
  const old = parts.bundle.members.object['schema_version'] === '1.0.0';
  insist(!isForecastOnly || old, what, 'contains no record of its trade: whatever it says of one is invented');
  insist(
    !isForecastOnly || documents.length === 1 + parts.settlements.length,
    what,
    'contains an exit without a trade',
  );
  members.insistMembers(MEMBERS);
  for (const [name, known] of Object.entries(INNER)) insistMembers(`${what} ${name}`, members.at(name).object, known);
  insistProofOfBundle(members, parts.bundle, proof);
  const due = receiptFigures(parts);
  for (const [name, value] of Object.entries(due)) {
    const other = firstOther(name, members.object[name], value);
    if (other !== null)
      throw new Broken(what, `${other[0]} is ${shortly(other[1])}, and its records give ${shortly(other[2])}`);
  }
  return {
    members,
    note: proof.text('checkpoint'),
    treeSize,
    rootHash,
    documents,
    bundle: parts.bundle.members,
    isForecastOnly,
  };
};

/** Checks a receipt from a file, which may have been reformatted. @throws Broken */
export const checkSavedReceipt = (text: string): CheckedReceipt => checkReceipt(asServed(text));

/** The document of a record of one of these kinds, next to its proof. @throws Broken */
export const containedDocument = (
  what: string,
  entry: unknown,
  {
    treeSize,
    rootHash,
    kinds,
  }: { readonly treeSize: number; readonly rootHash: string; readonly kinds: readonly string[] },
): LoggedDocument => {
  const members = Members.of(what, entry);
  members.insistMembers(['record', 'leaf_index', 'inclusion_path', 'document']);
  const record = readRecord(members.object['record']);
  if (record === null) throw new Broken(what, 'has no record of a known kind');
  insist(kinds.includes(record.kind), what, `is a ${record.kind}, which stands in no such file`);
  const leafIndex = members.number('leaf_index');
  const holds = verifyInclusion({
    leafIndex,
    treeSize,
    leafHash: recordLeaf(record),
    rootHash,
    path: members.object['inclusion_path'],
  });
  insist(holds, what, `record ${record.id} is not in the tree: its inclusion path does not lead to the root`);
  return readDocument(what, canonicalText(members.at('document').object), record, leafIndex);
};

/** @throws Broken unless they are proven and in log order */
export const insistOrder = (what: string, documents: readonly LoggedDocument[]): void => {
  documents.forEach(({ index, record, proven }, at) => {
    const before = documents[at - 1];
    insist(proven, what, `the document of ${record.id} does not have the SHA-256 of its record`);
    const later = before === undefined || (before.index < index && before.record.made_at < record.made_at);
    insist(later, what, 'its records are not in the order of the log');
  });
};

/** The documents of one trade, each checked against the earlier ones. */
interface ReceiptParts {
  readonly bundle: LoggedDocument;
  /** Null if opened before trades were recorded. */
  readonly trade: TradeHistory | null;
  readonly settlements: readonly LoggedDocument[];
}

/** Checks the documents of one forecast and its trade, if any. @throws Broken */
export const partsOf = (what: string, documents: readonly LoggedDocument[]): ReceiptParts => {
  const of = (...kinds: readonly string[]): LoggedDocument[] =>
    documents.filter(({ record }) => kinds.includes(record.kind));
  const one = (kind: string): LoggedDocument | null => {
    const [found = null, ...others] = of(kind);
    insist(others.length === 0, what, `contains more than one ${kind}`);
    return found;
  };
  const [intent, bundle, trade] = [one('intent'), one('bundle'), one('trade')];
  if (bundle === null) throw new Broken(what, 'contains no bundle');
  insist(
    (intent === null) === (bundle.members.object['schema_version'] === '1.0.0'),
    what,
    'contains no intent, or one too many',
  );
  if (intent !== null) bundle.members.equal('intent_sha256', intent.record.sha256, 'that of its intent');
  checkBundle(bundle.members, intent?.members ?? null);
  const settlements: LoggedDocument[] = [];
  const history = trade === null ? null : { document: trade, bundle, exits: [] as LoggedDocument[] };
  if (trade !== null) checkTrade(trade.members, bundle.members, rulesOf(trade.members));
  const market = bundle.members.at('input').at('question');
  const name = `${market.text('exchange')}/${market.text('ticker')}`;
  for (const document of of('settlement', 'correction', 'exit')) {
    if (document.record.kind === 'exit')
      checkExit(
        document,
        new Map(trade === null || history === null ? [] : [[trade.record.id, history]]),
        new Map([[name, settlements]]),
        null,
      );
    else {
      for (const member of ['exchange', 'ticker'])
        document.members.equal(member, market.object[member], 'which its bundle is about');
      checkSettlement(document.members, document.record, settlements);
      settlements.push(document);
    }
  }
  insistEnded(what, history, settlements.at(-1));
  return { bundle, trade: history, settlements };
};

/** Trades of a decided market are closed in the same transaction. @throws Broken */
const insistEnded = (what: string, trade: TradeHistory | null, decided: LoggedDocument | undefined): void => {
  if (trade === null || decided === undefined) return;
  const exit = trade.exits.at(-1)?.members.object;
  const isEnded =
    exit !== undefined && (exit['reason'] !== 'settled' || exit['settlement_sha256'] === decided.record.sha256);
  insist(isEnded, what, 'lacks the exit that follows from the outcome in it');
};

/** A receipt lacks the policy: its values are taken from the trade, and checked with the log. */
const rulesOf = (trade: Members): Members =>
  new Members(trade.what, { trade_stake_usd: trade.object['stake_usd'], trade_min_confidence: 0 });

const insistProofOfBundle = (receipt: Members, bundle: LoggedDocument, proof: Members): void => {
  const entry = receipt
    .list('records')
    .map((value) => Members.of(receipt.what, value))
    .find((value) => sameJson(value.object['record'], bundle.record));
  proof.equal('inclusion_path', entry?.object['inclusion_path'], 'that of the bundle');
  const registry = receipt.at('registry');
  registry.equal('leaf_index', bundle.index, 'that of the bundle');
  registry.equal('date', bundle.record.made_at.slice(0, 10), 'the day of the bundle');
  const path = `/api/registry/${bundle.record.made_at.slice(0, 10)}.json`;
  const address = /^https?:\/\/[^/\s]+(\/.*)$/.exec(registry.text('url'))?.[1];
  receipt.insist(address === path, 'registry.url is not that of the day of the bundle');
};

export const receiptFigures = ({ bundle, trade, settlements }: ReceiptParts): Readonly<Record<string, unknown>> => {
  const { made_at: madeAt, sha256, id } = bundle.record;
  const prediction = bundle.members.at('prediction').object;
  const exit = trade?.exits.at(-1)?.members.object ?? null;
  const opening = trade?.document.members.object ?? null;
  const settlement = settlements.at(-1)?.members.object ?? null;
  const pick = (from: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return {
    ...(opening === null
      ? {}
      : {
          trade_id: opening['id'],
          ...pick(opening, 'exchange', 'ticker', 'side', 'opened_at', 'size', 'fee_usd', 'entry_mid'),
          entry_price: opening['price'],
          status: exit === null ? 'open' : 'closed',
          closed_at: exit?.['closed_at'] ?? null,
          exit_price: exit?.['price'] ?? null,
          exit_reason: exit?.['reason'] ?? null,
          exit_fee_usd: exit?.['fee_usd'] ?? null,
          net_pnl: exit?.['net_pnl'] ?? null,
        }),
    question: bundle.members.at('input').at('question').object['text'],
    prediction: { made_at: madeAt, ...pick(prediction, 'model', 'probability_yes', 'confidence', 'direction') },
    settlement:
      settlement === null
        ? null
        : pick(settlement, 'resolved_at', 'outcome', 'settlement_yes_price', 'status', 'settled_by'),
    population: 'own',
    replay_bundle_id: id,
    bundle_sha256: sha256,
  };
};

export const receiptLines = ({
  members,
  documents,
  treeSize,
  isForecastOnly,
  bundle,
  note,
}: CheckedReceipt): string[] => {
  const of = (name: string): string => shortly(members.object[name]);
  const prediction = bundle.at('prediction').object;
  const forecast = `forecast of ${of('question')}: ${shortly(prediction['probability_yes'])} YES, made ${bundle.text('made_at')}`;
  const origin = note.split('\n')[0] ?? '';
  const url = members.at('registry').text('url');
  const own = url.replace(/^https?:\/\//, '').startsWith(`${origin.split('/')[0] ?? ''}/`);
  const free = own
    ? []
    : [`Not compared: registry.url, ${shortly(url)}, which is not an address of ${shortly(origin)}.`];
  const invented = isInvented(bundle) ? [INVENTED] : [];
  if (isForecastOnly)
    return [
      `Verified: the forecast only: ${forecast}. What it says of a trade is in no record.`,
      ...free,
      `Not verified: side, price, size, status and gain.`,
      ...invented,
    ];
  const last = documents.at(-1);
  const closed = members.object['status'] === 'closed';
  const status = closed
    ? `closed ${of('closed_at')} (${of('exit_reason')}) at ${of('exit_price')}, gain ${of('net_pnl')} USD`
    : `open as it stood at record ${treeSize} of ${last?.record.made_at.slice(0, 10) ?? ''} or later; it may have ended since`;
  return [
    `Verified: trade ${of('trade_id')}: ${of('side')} at ${of('entry_price')}, size ${of('size')}; ${status}; ${forecast}; in a log of ${treeSize} records signed by ${origin}.`,
    ...free,
    'Not verified: whether later records end or correct it, the policy, the exchange, and any clock but that of the deployment.',
    ...invented,
  ];
};

export const INVENTED = 'Synthetic: all of it is invented, by its own word.';

export const isInvented = (bundle: Members): boolean => bundle.at('input').object['synthetic'] === true;

export const recordTexts = (records: readonly LogRecord[]): string => records.map(recordText).join('\n');
