import { html, type Html } from '../../platform/common/html';

export const FOLLOW_SCRIPT = 'follow.js';

/** @param name label in the list @param feed address without extension, for Atom and JSON Feed */
export const follow = (name: string, feed: string, query = ''): Html =>
  html`<p class="actions">
    <button type="button" data-follow="${name}" aria-pressed="false" hidden>Add to your list</button>
    <a href="${feed}.atom${query}">Follow it (Atom)</a> <a href="${feed}.feed.json${query}">JSON Feed</a>
  </p>`;

export const ownList = (): Html =>
  html`<section aria-labelledby="own-list" data-own-list hidden>
    <h2 id="own-list">Your list</h2>
    <ul class="links"></ul>
    <p><small>Kept in this browser alone. ★ marks it where it stands on this page.</small></p>
  </section>`;
