/** The words of /about: one section for each figure that a page shows, under the id that pages link to. */
export interface AboutSection {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export const ABOUT_SECTIONS: readonly AboutSection[] = [
  {
    id: 'volumes',
    title: 'Volumes',
    paragraphs: [
      'Distinct items with an event time in the last 24 hours. Event time is the time that the source gives, but never later than the moment at which the item was first seen here. An item is stored once, however often it is seen, under a hash of what identifies it.',
    ],
  },
  {
    id: 'changes',
    title: 'What changed',
    paragraphs: [
      'Everything that happened since an instant, of all kinds in one list, ranked by one figure: a surge alert counts 5 to 7 (one that is open more than one that closed, and more with its ratio to the usual rate), a decided market 4, a move of a price 3 and five times its size, a forecast that crossed the price 3 and its distance, an explosion 3.5, an earthquake of magnitude 5 or more a third of its magnitude, a trade of $25,000 or more 2 and the order of magnitude above that, a move of an instrument 2 and ten times its size up to 1. Of equals the newest stands first.',
    ],
  },
  {
    id: 'log',
    title: 'The event log',
    paragraphs: [
      'Every item that a source brought, newest event time first. Items touch the entities whose aliases a deterministic resolver finds in title and extract, in any of the languages polled; earthquakes also touch places that lie near. Reports of the same story are tied together, and an item of an aggregator belongs to the publisher that it names.',
      'A page with several filters can be short: it looks at a bounded number of entries and then offers to look further back.',
    ],
  },
  {
    id: 'ontology',
    title: 'The ontology',
    paragraphs: [
      'Countries, militant groups, leaders, places and instruments, and typed relationships between them, each with the reason for which it is stated. All of it is curated and ships with the program; nothing is inferred. Paths are the shortest ones along relationships of any type, read in either direction, of at most six steps.',
    ],
  },
  {
    id: 'movers',
    title: 'Louder than usual',
    paragraphs: [
      'Entities with at least five items in 24 hours, ordered by how far these exceed a usual day (the mean of the seven whole days before) in units of what chance alone would give, the square root of the volume. The ratio shown is the volume over that usual day. With fewer than three whole days behind it the service knows no usual day, and lists nothing here.',
    ],
  },
  {
    id: 'surge',
    title: 'Surge alerts',
    paragraphs: [
      'An alert is raised when a cluster of entities (a theater, or the neighbourhood of a busy entity) has at least three times its baseline of items within five minutes of event time. The baseline is the rate per five minutes over the seven days before, empty windows included and the items of the alert itself left out.',
      'There must be enough items, at least two publisher families, and a baseline of real length; the floors are part of each alert. An item that arrives late raises none, and a source that was down lowers no baseline. One episode is one alert: it opens, is updated, closes, and cools down. Raising one makes the model look at the markets of that cluster again.',
    ],
  },
  {
    id: 'confluence',
    title: 'Confluence',
    paragraphs: [
      'The number of distinct kinds of source that spoke, within the window, of an entity of the market or of an instrument that leads one of them, divided by five, at most 1. It is computed for every open market each tick and kept.',
    ],
  },
  {
    id: 'weighted',
    title: 'Weighted score',
    paragraphs: [
      'Shown beside the confluence score and never part of it. The newest independent item of each kind counts with the credibility weight of its kind and its age, scaled so that the five most credible kinds, all fresh, make 1. Circular evidence (the own trades of a market, the question of a forecasting site that asks the same) is left out.',
    ],
  },
  {
    id: 'independence',
    title: 'Independence',
    paragraphs: [
      'Publisher families are outlets under one roof. Origins are the families whose own reports these are, after copies of a story are traced to the earliest. Where everything goes back to one origin the page says so: a label is not a witness. Media that belong to a party to the conflict are named as such.',
    ],
  },
  {
    id: 'prices',
    title: 'Prices',
    paragraphs: [
      'The price of YES is the middle of the best bid and ask, or the last price where there is no book, read from the exchange at each tick and kept when it changes.',
    ],
  },
  {
    id: 'predictions',
    title: 'Predictions',
    paragraphs: [
      'Everything that the model is shown is frozen and hashed before it is asked. Its answer is added, the whole (the replay bundle) is hashed again, and that hash enters the log before anything is published. Confidence is the conviction that the model reports in its call; it is not a standard deviation. A malformed answer is asked for once more and then recorded as skipped.',
      'A paper trade follows when confidence is at least 0.74 and the probability differs enough from the executable price: YES at the ask, NO at one minus the bid.',
    ],
  },
  {
    id: 'receipts',
    title: 'Receipts and proofs',
    paragraphs: [
      'A receipt is one paper trade from forecast to end, with the inclusion proof (RFC 9162) of the forecast in the log and a signed checkpoint. The button on its page fetches it anew, computes its SHA-256 in your browser, walks the inclusion path to the root, and looks for the hash in the file of its day.',
    ],
  },
  {
    id: 'brier',
    title: 'Brier score and skill',
    paragraphs: [
      'The Brier score of a forecast is the squared distance between its probability and the outcome, 0 or 1. Forecasts of one market are averaged first, so that each market has one vote. Skill is one minus the mean of the model over the mean of the market’s own price at the time.',
      'It is computed on rows with a settled, decisive end only; exits by profit or loss limit are left out. For trades of this deployment the baseline of the summary is the executed price, which includes the spread: that handicaps the market and can make the model look better than it is. The page shows both.',
    ],
  },
  {
    id: 'reliability',
    title: 'Reliability',
    paragraphs: [
      'Forecasts in ten bins of probability: how often YES came out in each. Every market has one vote, shared equally by its forecasts; the Wilson interval of 95 % rests on the effective number of events in the bin, not on the number of forecasts or of rungs. On the dashed line what was called 70 % happens 70 times in a hundred. Reliability, resolution and uncertainty are Murphy’s parts of the Brier score over these bins.',
    ],
  },
  {
    id: 'hit-rate',
    title: 'Hit rate and profit',
    paragraphs: [
      'The share of distinct markets whose closed paper trades together gained money, after fees, with a Wilson interval of 95 %. Profit is in dollars of paper money at executable prices, fees included.',
    ],
  },
  {
    id: 'decay',
    title: 'Time decay',
    paragraphs: [
      'Brier score, skill and edge by the days that were left when the forecast was made. Each band averages inside a market first and shows how many markets stand behind it. Edge is the probability minus the price, counted toward the outcome.',
    ],
  },
  {
    id: 'lead-time',
    title: 'Lead time',
    paragraphs: [
      'For each move of a price by five points or more: which kinds of source and which sources had touched the entities of the market in the six hours before, and how long before. The median is over the moves before which a source had spoken. Speaking before is not causing: beside each share stands that of the control periods, the same hours one day earlier, when the price of the same market was known and stood still.',
    ],
  },
  {
    id: 'calendar',
    title: 'Calendar',
    paragraphs: [
      'Elections, votes, expiries and anniversaries, curated by hand, with how sure each date is. An entry becomes an item when its window begins.',
    ],
  },
  {
    id: 'sources',
    title: 'Sources',
    paragraphs: [
      'Each source is fetched on its own every ten minutes; one that fails neither delays nor breaks another. Its state, the reason where it is not well, and its last success are listed. A category of which several sources have failed for hours is named on the front page.',
    ],
  },
];
