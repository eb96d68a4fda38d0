// Checks a proof in the browser with the functions of `vedette verify`: SHA-256 is computed here, the signature is
// checked by WebCrypto. Reports what is valid, what is not, and what could not be checked.
import { checkRecordProof, servedDocument } from '../../../verification/record-proof.ts';
import { checkReceipt, checkSavedReceipt, receiptLines } from '../../../verification/receipt.ts';
import { checkpointIn, readVerifierKey, signedTextOf } from '../../../registry/proofs/note-format.ts';
import { Broken } from '../../../verification/finding.ts';
import { forecastShown, receiptShown, recordShown } from '../shown.ts';

/** A resource could not be read, so its check has no result. */
class Unread extends Error {}

/** Files loaded by pages count against the limit of pages, not of the API. */
const FILES = '/verify/files';

/** @param file path below /api */
const fetchText = async (file) => {
  const path = `${FILES}${file}`;
  let response;
  try {
    response = await fetch(path);
  } catch {
    throw new Unread(`${path}: no answer`);
  }
  if (response.status === 404) throw new Broken(path, 'is not there');
  if (response.status === 429)
    throw new Unread(`the request limit is used up; try again in ${response.headers.get('retry-after') ?? 'some'} s`);
  if (!response.ok) throw new Unread(`${path} answers HTTP ${response.status}`);
  return response.text();
};

/** True or false, or null if this browser cannot check Ed25519 (or the page has no TLS). */
const verifyEd25519 = async ({ text, publicKey, signatures }) => {
  let key;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return null;
  }
  const bytes = new TextEncoder().encode(text);
  for (const signature of signatures)
    if (!(await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, bytes))) return false;
  return true;
};

/** The key must have signed the note, over the tree of the proof. */
const checkSignature = async ({ note, treeSize, rootHash }, pasted, say) => {
  const vkey = pasted === '' ? (await fetchText('/registry/vkey')).trim() : pasted;
  if (readVerifierKey(vkey) === null) throw new Broken('the public key', 'is not a verifier key');
  const signed = signedTextOf(note, vkey);
  if (!signed.ok) throw new Broken('the checkpoint', signed.reason);
  const head = checkpointIn(signed.text, vkey);
  if (!head.ok) throw new Broken('the checkpoint', head.reason);
  const { checkpoint } = head;
  if (checkpoint.treeSize !== treeSize || checkpoint.rootHash !== rootHash)
    throw new Broken('the checkpoint', 'signs another tree than that of the proof');
  const valid = await verifyEd25519(signed);
  if (valid === false) throw new Broken('the checkpoint', 'its signature does not verify');
  if (valid === null)
    say('open', 'The signature was not checked here: this browser cannot, or this page came without TLS.');
  else if (pasted === '')
    say(
      'good',
      `The root is signed by the key that this server publishes: ${vkey}`,
      'Whether that key is the right one only another place can tell: paste the key that you know.',
    );
  else say('good', 'The root is signed by the key that you gave.');
  return valid === true && pasted !== '' ? 'your key' : valid === true ? 'this server’s key' : null;
};

/** The text of a value as a browser renders it. */
const textOf = (value) => {
  const template = document.createElement('template');
  const markup = Array.isArray(value) ? value.map(String).join('') : value;
  if (typeof markup === 'object' && markup !== null) template.innerHTML = String(markup);
  else template.content.append(String(markup ?? ''));
  return template.content.textContent.replace(/\s+/g, ' ').trim();
};

/** Every bound value must be shown, with the bound text each time. */
const compareShown = (place, bound) => {
  const root = place.closest('[data-proven]') ?? document.querySelector('main');
  const marked = [...root.querySelectorAll('[data-shown]')];
  for (const [name, value] of Object.entries(bound)) {
    const places = marked.filter((element) => element.dataset.shown === name);
    const due = textOf(value);
    if (places.length === 0) throw new Broken('this page', `does not show ${name}, which is recorded as “${due}”`);
    for (const element of places) {
      const given = element.textContent.replace(/\s+/g, ' ').trim();
      if (given !== due) throw new Broken('this page', `shows “${given}”, and what was recorded is “${due}”`);
    }
  }
  const extra = marked.find((element) => !(element.dataset.shown in bound));
  if (extra !== undefined) throw new Broken('this page', `marks ${extra.dataset.shown}, which nothing records`);
};

const span = (from, to) => {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
};

const sayWhen = (madeAt, settlement, say) => {
  if (settlement === null || settlement === undefined) return say('open', 'The market is not decided yet.');
  if (madeAt >= settlement.resolved_at)
    return say('open', 'It was recorded after the exchange’s instant of the outcome, and is not graded.');
  say(
    'open',
    `By this deployment’s clock it was recorded ${span(madeAt, settlement.resolved_at)} before the outcome; other clocks are not asked here.`,
  );
};

/** @returns description of the result */
const checkTrade = async (place, pasted, say, given) => {
  const id = place.dataset.trade;
  const receipt = given === undefined ? checkReceipt(await fetchText(`/receipt/${id}.json`)) : checkSavedReceipt(given);
  if (id !== undefined) receipt.members.equal('trade_id', id, 'the one of this page');
  say(
    'good',
    `The receipt contains ${receipt.documents.length} records with their documents, and every figure in it follows from them.`,
  );
  say('good', `Each record leads to the root ${receipt.rootHash} of a log of ${receipt.treeSize} records.`);
  const signed = await checkSignature(receipt, pasted, say);
  const record = receiptLines(receipt);
  if (id !== undefined) {
    compareShown(place, receiptShown(receipt.members.object));
    say('good', 'What this page shows is what was recorded.');
  }
  sayWhen(receipt.bundle.text('made_at'), receipt.members.object.settlement, say);
  if (receipt.isForecastOnly) say('open', 'Nothing proves what it says of a trade: no record of one is in it.');
  const what = id === undefined ? 'This receipt is what was recorded' : 'What this page shows is what was recorded';
  return [
    receipt.isForecastOnly ? 'The forecast only is what was recorded' : what,
    signed,
    receipt.isForecastOnly,
    record,
  ];
};

/** Checks the document of a record by its hash, and the proof that it is in the log. */
const checkRecord = async (sha256, pasted, say) => {
  const received = servedDocument(await fetchText(`/registry/document/${sha256}.json`), sha256);
  say('good', `The document has the SHA-256 ${sha256}, computed here.`);
  const checked = checkRecordProof(received, await fetchText(`/registry/proof/${sha256}.json`));
  say(
    'good',
    `Its record is entry ${checked.leafIndex} of a log of ${checked.treeSize}, and leads to the root ${checked.rootHash}.`,
  );
  return { checked, signed: await checkSignature(checked, pasted, say) };
};

const checkForecast = async (place, pasted, say) => {
  const { bundle: id, sha256 } = place.dataset;
  const { checked, signed } = await checkRecord(sha256, pasted, say);
  checked.document.equal('bundle_id', id, 'the one of this page');
  if (place.closest('[data-proven]') !== null) {
    const prediction = checked.document.at('prediction').object;
    const market = checked.document.at('input').at('market').object;
    compareShown(
      place,
      forecastShown({
        ...prediction,
        made_at: checked.record.made_at,
        market_yes_price: market.yes_price,
      }),
    );
    say('good', 'What this page shows is what was recorded.');
  }
  return ['What this page shows is what was recorded', signed];
};

const checkDocument = async (place, pasted, say) => {
  const { checked, signed } = await checkRecord(place.dataset.document, pasted, say);
  compareShown(place, recordShown(checked.record, checked.leafIndex, checked.document.object));
  say('good', 'What this page shows is what was recorded.');
  return ['What this page shows is what was recorded', signed];
};

const line = (result, words, more) => {
  const item = document.createElement('li');
  item.dataset.result = result;
  item.textContent = words;
  if (more !== undefined) {
    const small = document.createElement('small');
    small.textContent = ` ${more}`;
    item.append(small);
  }
  return item;
};

const element = (name, properties = {}) => Object.assign(document.createElement(name), properties);

const OWN_CODE =
  'This page checks itself with code from the same server. For a check that does not trust us use tools/verify.py or vedette verify, from a copy of the program that you have.';

/** Elements for key, verdict and steps; key and steps are folded. */
const panel = () => {
  const key = element('input', {
    type: 'text',
    name: 'vkey',
    autocomplete: 'off',
    spellcheck: false,
    size: 40,
  });
  const label = element('label', {
    textContent: 'Public key of the log, from where you trust it ',
  });
  label.append(key);
  const folded = element('details');
  folded.append(element('summary', { textContent: 'With a key that I know' }), label);
  const verdict = element('p', { className: 'verdict' });
  const steps = element('ul', { className: 'checks' });
  const details = element('details', { hidden: true });
  details.append(element('summary', { textContent: 'What was checked' }), steps);
  const whose = element('p', { className: 'whose-check', hidden: true, textContent: OWN_CODE });
  const announced = element('div');
  announced.setAttribute('role', 'status');
  const record = element('p', { className: 'record', hidden: true });
  announced.append(verdict, record, whose, details);
  return { label: folded, key, verdict, record, steps, details, whose, announced };
};

/** Runs one check and shows the verdict in one sentence, with the steps below. */
const run = async ({ key, verdict, record, steps, details, whose }, check) => {
  steps.replaceChildren();
  record.hidden = true;
  verdict.textContent = '';
  delete verdict.dataset.result;
  const say = (result, words, more) => steps.append(line(result, words, more));
  try {
    const [what, signed, isPart = false, figures = []] = await check(key.value.trim(), say);
    verdict.dataset.result = signed === null || isPart ? 'open' : 'good';
    verdict.textContent =
      signed === null
        ? `${what}, as far as could be checked here: the signature was not checked.`
        : `${isPart ? '' : '✓ '}${what}, in a log signed by ${signed}.`;
    record.textContent = ['The figures marked here are those of the record.', ...figures].join(' ');
    record.hidden = figures.length === 0;
  } catch (error) {
    const broken = error instanceof Broken;
    verdict.dataset.result = broken ? 'bad' : 'open';
    verdict.textContent = broken ? '✗ This does not hold.' : 'The check could not be finished.';
    say(broken ? 'bad' : 'open', error.message);
  }
  // Show the steps of a failure at once.
  details.open = verdict.dataset.result !== 'good';
  details.hidden = whose.hidden = false;
};

for (const place of document.querySelectorAll('.proof')) {
  const parts = panel();
  const button = element('button', { type: 'button', textContent: 'Check this proof here' });
  place.append(button, parts.label, parts.announced);
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { document: sha256, trade } = place.dataset;
    const check = sha256 !== undefined ? checkDocument : trade === undefined ? checkForecast : checkTrade;
    await run(parts, (pasted, say) => check(place, pasted, say));
    button.disabled = false;
  });
}

/** Checks a saved receipt in this browser; it is never sent. */
for (const place of document.querySelectorAll('.receipt-file')) {
  const parts = panel();
  const file = element('input', { type: 'file', accept: '.json,application/json' });
  const label = element('label', { textContent: 'Receipt file ' });
  label.append(file);
  place.append(label, parts.label, parts.announced);
  const check = async (chosen) => {
    const text = await chosen.text();
    await run(parts, (pasted, say) => checkTrade(place, pasted, say, text));
  };
  file.addEventListener('change', () => {
    if (file.files.length > 0) void check(file.files[0]);
  });
  place.addEventListener('dragover', (event) => event.preventDefault());
  place.addEventListener('drop', (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped !== undefined) void check(dropped);
  });
}
