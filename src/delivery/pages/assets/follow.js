// The reader's own list of places, actors, markets and surges. It stays in this browser and is never sent.

const KEY = 'vedette-list';
const MOST = 200;
const PATH = /^\/(markets|entities|alerts)\/[^?#]{1,300}$/;

/** Ignores entries written by other programs or older releases. */
const read = () => {
  try {
    const value = JSON.parse(localStorage.getItem(KEY));
    if (!Array.isArray(value)) return [];
    return value
      .filter((one) => PATH.test(one?.path) && typeof one.name === 'string' && one.name.length <= 300)
      .slice(0, MOST);
  } catch {
    return [];
  }
};

const write = (list) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
    return true;
  } catch {
    // Storage is blocked.
    return false;
  }
};

const isHere = ({ path }) => path === location.pathname;

for (const button of document.querySelectorAll('button[data-follow]')) {
  const show = () => {
    const followed = read().some(isHere);
    button.setAttribute('aria-pressed', String(followed));
    button.textContent = followed ? 'On your list' : 'Add to your list';
  };
  button.addEventListener('click', () => {
    const others = read().filter((one) => !isHere(one));
    const followed = read().length > others.length;
    const kept = write(followed ? others : [{ path: location.pathname, name: button.dataset.follow }, ...others]);
    if (kept) show();
    else button.textContent = 'This browser keeps nothing';
  });
  show();
  button.hidden = false;
}

const section = document.querySelector('[data-own-list]');

const showList = () => {
  const list = read();
  section.hidden = list.length === 0;
  section.querySelector('ul').replaceChildren(
    ...list.map(({ path, name }) => {
      const link = document.createElement('a');
      link.href = path;
      link.textContent = name;
      const away = document.createElement('button');
      away.type = 'button';
      away.textContent = '×';
      away.setAttribute('aria-label', `Take ${name} off your list`);
      away.addEventListener('click', () => {
        write(read().filter((one) => one.path !== path));
        showList();
      });
      const entry = document.createElement('li');
      entry.append(link, ' ', away);
      return entry;
    }),
  );
  for (const star of document.querySelectorAll('.star')) star.remove();
  const paths = new Set(list.map(({ path }) => path));
  for (const link of document.querySelectorAll('main a[href^="/"]')) {
    const isOurs = section.contains(link) || link.closest('svg') !== null;
    if (isOurs || !paths.has(link.getAttribute('href').split(/[?#]/)[0])) continue;
    const star = document.createElement('span');
    star.className = 'star';
    star.textContent = '★ ';
    link.before(star);
  }
};

if (section !== null) showList();
