// Follows the log: requests this page again every half minute. The browser revalidates with its ETag and gets 304
// without changes; new items are added on top and announced.

const place = document.getElementById('follow');
const list = document.getElementById('items');

if (place !== null && list !== null) {
  const seconds = Number(place.dataset.seconds);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Follow live';
  button.setAttribute('aria-pressed', 'false');
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  place.append(button, ' ', status);

  let timer = null;
  let tag = null;

  const idsOf = (root) => new Set([...root.querySelectorAll('li[id]')].map((item) => item.id));

  const look = async () => {
    try {
      const response = await fetch(location.href, { cache: 'no-cache', credentials: 'omit' });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      if (response.headers.get('etag') === tag) return;
      tag = response.headers.get('etag');
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
      const found = fresh.getElementById('items');
      if (found !== null) show(found);
    } catch (error) {
      status.textContent = `Could not look for new items (${error.message}); trying again in ${seconds} s.`;
    }
  };

  const show = (found) => {
    const known = idsOf(list);
    const added = [...found.querySelectorAll('li[id]')].filter((item) => !known.has(item.id));
    for (const item of added) item.classList.add('fresh');
    if (added.length > 0) list.replaceChildren(...found.childNodes);
    const when = new Date().toISOString().slice(11, 16);
    status.textContent =
      added.length > 0 ? `${added.length} new at ${when} UTC.` : `Following; nothing new at ${when} UTC.`;
  };

  button.addEventListener('click', () => {
    const following = timer === null;
    button.setAttribute('aria-pressed', String(following));
    if (following) {
      timer = setInterval(look, seconds * 1000);
      status.textContent = 'Following.';
      look();
    } else {
      clearInterval(timer);
      timer = null;
      status.textContent = 'Not following.';
    }
  });
}
