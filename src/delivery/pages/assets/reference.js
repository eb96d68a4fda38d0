// Sends the request of a reference page and shows the response. Empty fields are omitted.

const form = document.querySelector('form.call');
const place = document.querySelector('.answer');
const SHOWN_MAX = 20_000;

const addressOf = (path) => {
  const query = new URLSearchParams();
  let filled = path;
  for (const field of form.querySelectorAll('[data-in]')) {
    const value = field.value.trim();
    if (field.dataset.in === 'path') filled = filled.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(field.name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
};

const element = (name, text) => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

const readable = (text, type) => {
  if (!/json/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not a single JSON document (JSON Lines): shown unchanged.
    return text;
  }
};

const show = (...parts) => {
  place.replaceChildren(...parts);
  place.hidden = false;
};

const send = async () => {
  const empty = [...form.querySelectorAll('[data-in="path"]')].find((field) => field.value.trim() === '');
  if (empty !== undefined) {
    show(element('p', `${empty.name} is needed.`));
    empty.focus();
    return;
  }
  const address = addressOf(form.dataset.path);
  const key = form.querySelector('[data-key]').value.trim();
  const began = performance.now();
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      headers: { accept: '*/*', ...(key === '' ? {} : { 'x-api-key': key }) },
    });
    const type = response.headers.get('content-type') ?? '';
    const text = readable(await response.text(), type);
    const left = response.headers.get('x-ratelimit-remaining');
    const link = element('a', address);
    link.href = address;
    const line = element('p', `${response.status} in ${Math.round(performance.now() - began)} ms`);
    if (left !== null) line.append(`; ${left} calls left this hour`);
    line.append(': ', link);
    const body = element('pre', text.slice(0, SHOWN_MAX));
    body.tabIndex = 0;
    show(line, body);
    if (text.length > SHOWN_MAX) place.append(element('p', 'The rest is left out here.'));
  } catch (error) {
    show(element('p', `The call could not be sent: ${error.message}`));
  }
};

if (form !== null && place !== null) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
}
