// Offers the changes since the reader's last visit. Its time stays in this browser; only the link's address is sent,
// when followed.

const KEY = 'vedette-visits';
/** Reloads within this time belong to the same visit. */
const VISIT_MS = 30 * 60_000;

const list = document.querySelector('#spans ul');
const now = Date.now();

const visits = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // Storage is blocked or has other content: no visit known.
    return {};
  }
};

const keep = (value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Storage is blocked.
  }
};

const known = visits();
const isNew = !(now - known.seen < VISIT_MS);
const before = isNew ? known.seen : known.before;
keep({ seen: now, before });

// The introduction was read at the first visit.
if (Number.isFinite(before)) document.querySelector('.intro').hidden = true;

if (Number.isFinite(before) && list !== null && list.querySelector('a[href=""]') === null) {
  const link = document.createElement('a');
  link.href = `/?since=${new Date(before).toISOString().slice(0, 16)}Z`;
  link.textContent = 'My last visit';
  const entry = document.createElement('li');
  entry.append(link);
  list.append(entry);
}
