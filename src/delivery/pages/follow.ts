/** Following a place, an actor, a market or a surge: in a feed, or in a list that stays in the reader's browser. Pure. */
import { html, type Html } from '../../platform/common/html';

/** Script that keeps the list and shows it. */
export const FOLLOW_SCRIPT = 'follow.js';

/** @param name as it stands in the list @param feed address without its ending, which Atom and JSON Feed add */
export const follow = (name: string, feed: string, query = ''): Html =>
  html`<p class="actions">
    <button type="button" data-follow="${name}" aria-pressed="false" hidden>Add to your list</button>
    <a href="${feed}.atom${query}">Follow it (Atom)</a> <a href="${feed}.feed.json${query}">JSON Feed</a>
  </p>`;

/** Where the front page shows the list; without a script, or with an empty list, there is none. */
export const ownList = (): Html =>
  html`<section aria-labelledby="own-list" data-own-list hidden>
    <h2 id="own-list">Your list</h2>
    <ul class="links"></ul>
    <p><small>Kept in this browser alone. ★ marks it where it stands on this page.</small></p>
  </section>`;
