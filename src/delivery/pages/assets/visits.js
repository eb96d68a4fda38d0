// Offers what changed since the reader was here last. When that was stays in this browser; the address of the
// link is all that is sent, and only when it is followed.

const KEY = 'vedette-visits';
/** Reading the page again within this time is still the same visit. */
const VISIT_MS = 30 * 60_000;

const list = document.querySelector('#spans ul');
const now = Date.now();

const visits = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // Storage is refused or holds something else: there was no visit that is known of.
    return {};
  }
};

const keep = (value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Nothing is kept where the reader allows nothing to be.
  }
};

const known = visits();
const isNew = !(now - known.seen < VISIT_MS);
const before = isNew ? known.seen : known.before;
keep({ seen: now, before });

// What the site is was read at the first visit.
if (Number.isFinite(before)) document.querySelector('.intro').hidden = true;

if (Number.isFinite(before) && list !== null && list.querySelector('a[href=""]') === null) {
  const link = document.createElement('a');
  link.href = `/?since=${new Date(before).toISOString().slice(0, 16)}Z`;
  link.textContent = 'My last visit';
  const entry = document.createElement('li');
  entry.append(link);
  list.append(entry);
}
