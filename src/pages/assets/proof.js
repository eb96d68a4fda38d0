// Checks a proof in the browser: everything is fetched anew and hashed here, with the browser's own
// SHA-256. What is believed is only arithmetic and the bytes that anybody can fetch.

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const sha256Hex = async (text) => hexOf(await sha256(new TextEncoder().encode(text)));
const base64Hex = (text) =>
  hexOf(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));

/** Two hashes into the one above them (RFC 9162, 2.1.1). */
const parent = (left, right) => sha256(Uint8Array.from([1, ...left, ...right]));

/** The root that an inclusion path leads to (RFC 9162, 2.1.3.2), or null where its length is wrong. */
const rootOf = async (leafHash, leafIndex, treeSize, path) => {
  let index = leafIndex;
  let last = treeSize - 1;
  let hash = bytesOf(leafHash);
  for (const hex of path) {
    const sibling = bytesOf(hex);
    if (last === 0) return null;
    if (index % 2 === 1 || index === last) {
      hash = await parent(sibling, hash);
      while (index % 2 === 0 && index !== 0) {
        index = Math.floor(index / 2);
        last = Math.floor(last / 2);
      }
    } else hash = await parent(hash, sibling);
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hexOf(hash) : null;
};

const fetchText = async (path) => {
  const response = await fetch(path, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${path} answered HTTP ${response.status}`);
  return response.text();
};

/** The text of a bundle inside what is served, byte for byte: it stands before its hash. */
const bundleText = (served) => served.slice('{"bundle":'.length, served.lastIndexOf(',"sha256":"'));

/** A receipt without the member that holds its own hash. */
const receiptBody = (text) =>
  text.replace(/,"receipt_sha256":"[0-9a-f]{64}"|"receipt_sha256":"[0-9a-f]{64}",/, '');

const checkReceipt = async (tradeId, say) => {
  const text = await fetchText(`/api/receipt/${encodeURIComponent(tradeId)}.json`);
  const claimed = JSON.parse(text).receipt_sha256;
  const computed = await sha256Hex(receiptBody(text));
  say(computed === claimed, `The receipt has the SHA-256 that it claims: ${computed}`);
};

const checkBundle = async ({ bundle, sha256: wanted, date }, say) => {
  const served = await fetchText(`/api/replay-bundle/${encodeURIComponent(bundle)}`);
  const computed = await sha256Hex(bundleText(served));
  say(computed === wanted, `The bundle has SHA-256 ${computed}, as published`);
  const dayFile = await fetchText(`/api/registry/${date}.json`);
  say(dayFile.includes(`"${wanted}"`), `The file of ${date} holds that hash`);
  const proof = JSON.parse(await fetchText(`/api/registry/proof/${wanted}.json`));
  const root = await rootOf(
    proof.leaf_hash,
    proof.leaf_index,
    proof.tree_size,
    proof.inclusion_path,
  );
  say(
    root !== null && root === proof.root_hash,
    `From leaf ${proof.leaf_index} the inclusion path leads to the root of the log of ${proof.tree_size} records`,
  );
  const [, size, signedRoot] = proof.checkpoint.split('\n');
  say(
    Number(size) === proof.tree_size && base64Hex(signedRoot) === root,
    'That root is the one in the signed checkpoint; check its signature with `node bin/vedette.js verify` and the key on /about',
  );
};

for (const place of document.querySelectorAll('.proof')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Check this proof here';
  const results = document.createElement('ul');
  results.className = 'checks';
  const announced = document.createElement('div');
  announced.setAttribute('role', 'status');
  announced.append(results);
  place.append(button, announced);
  const say = (good, words) => {
    const line = document.createElement('li');
    line.dataset.result = good ? 'good' : 'bad';
    line.textContent = good ? words : `Not so: ${words}`;
    results.append(line);
  };
  button.addEventListener('click', async () => {
    button.disabled = true;
    results.replaceChildren();
    try {
      if (place.dataset.trade !== undefined) await checkReceipt(place.dataset.trade, say);
      if (place.dataset.bundle !== undefined) await checkBundle(place.dataset, say);
    } catch (error) {
      say(false, `the check could be finished: ${error.message}`);
    }
    button.disabled = false;
  });
}
