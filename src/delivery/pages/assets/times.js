// Shows relative times in minutes (last update, next update), and each instant in the reader's time zone as a tooltip.

const MINUTE_MS = 60_000;
const next = document.querySelector('[data-instant="next"]');
const last = document.querySelector('[data-instant="last"]');

const minutesFrom = (holder) =>
  Math.round((Date.parse(holder.querySelector('time').dateTime) - Date.now()) / MINUTE_MS);

const inWords = (minutes) => {
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
};

/** Sets the text around an instant and keeps its element. */
const say = (holder, before, after) => {
  const time = holder.querySelector('time');
  time.title ||= `${time.textContent} UTC`;
  time.textContent = `${before}${after}`;
  holder.replaceChildren(time);
};

const show = () => {
  const ago = -minutesFrom(last);
  say(last, 'updated ', ago < 1 ? 'just now' : `${inWords(ago)} ago`);
  if (next !== null) {
    const left = minutesFrom(next);
    say(next, 'next update ', left < 1 ? 'any moment' : `in ${inWords(left)}`);
  }
};

if (last !== null) {
  document.querySelector('.updated abbr')?.remove();
  show();
  setInterval(show, MINUTE_MS / 2);
}

// Countdown after a rate limit, then a link back.
const wait = document.querySelector('[data-countdown]');
if (wait !== null) {
  const end = Date.now() + Number(wait.dataset.countdown) * 1000;
  const count = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    wait.textContent = left < 90 ? `${left} second${left === 1 ? '' : 's'}` : `${Math.ceil(left / 60)} minutes`;
    if (left > 0) return;
    clearInterval(timer);
    const again = document.createElement('a');
    again.href = location.href;
    again.textContent = 'Try again now';
    wait.replaceChildren(again);
  };
  const timer = setInterval(count, 1000);
}

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
document.addEventListener('pointerover', ({ target }) => {
  const time = target.closest?.('main time[datetime]');
  if (time && !time.title && !Number.isNaN(Date.parse(time.dateTime)))
    time.title = `${local.format(new Date(time.dateTime))} where you are`;
});
