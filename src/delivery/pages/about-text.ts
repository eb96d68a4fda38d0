interface AboutSection {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly more?: string;
}

export const ABOUT_STEPS: readonly {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly link: string;
}[] = [
  {
    title: 'Read',
    text: 'Every ten minutes it reads news in nine languages, Telegram, X, prices, large trades, forecasting sites, earthquakes and a calendar.',
    path: '/sources',
    link: 'All sources',
  },
  {
    title: 'Tie',
    text: 'Each report is tied to the places and actors that it names, and reports of one story to each other.',
    path: '/ontology',
    link: 'Places and actors',
  },
  {
    title: 'Compare',
    text: 'It counts what is louder than usual, and how many kinds of source speak of what a prediction market asks.',
    path: '/',
    link: 'Today',
  },
  {
    title: 'Forecast',
    text: 'Where that gives a reason, a model is shown all of it and asked how likely YES is. On paper it buys where it differs from the price.',
    path: '/markets',
    link: 'Markets',
  },
  {
    title: 'Record',
    text: 'The forecast, and everything that the model was shown, enter a log that can only grow, before the outcome is known.',
    path: '/registry',
    link: 'The log',
  },
  {
    title: 'Grade',
    text: 'When the market is decided, the forecast is held against the outcome, the market’s own price and plain guesses. None is left out.',
    path: '/receipts',
    link: 'Track record',
  },
];

export const ABOUT_SECTIONS: readonly AboutSection[] = [
  {
    id: 'volumes',
    title: 'Reports in 24 hours',
    text: 'Distinct reports with an event time in the last 24 hours. Event time is what the source gives, but never later than when the report was first seen here. A report is stored once, however often it is seen.',
  },
  {
    id: 'changes',
    title: 'What changed',
    text: 'Everything that happened since an instant, in one list, ranked by one figure. A surge counts 5 to 7, more while it is open and the louder it is. A decided market counts 4, an explosion 3.5, a move of a price 3 and five times its size, a forecast that crossed the price 3 and its distance.',
    more: 'The front page tells first of surges, then of acts of the same parties that at least three publishers report within half a day without one. An earthquake of magnitude 5 or more counts a third of its magnitude. A trade of $25,000 or more counts 2 and the order of magnitude above that, a move of an instrument 2 and ten times its size up to 1. Of equals the newest stands first.',
  },
  {
    id: 'log',
    title: 'Reports',
    text: 'Every report that a source brought, newest event time first. A report touches the places and actors whose names are found in its title and extract by fixed rules, in any of the languages read; an earthquake touches the places near it. Reports of one story are tied together, and what an aggregator brings belongs to the publisher that it names.',
    more: 'A page with several filters can be short: it looks at a limited number of reports and then offers to look further back.',
  },
  {
    id: 'ontology',
    title: 'Places and actors',
    text: 'Countries, militant groups, leaders, places and instruments, and relationships between them, each with the reason for which it is stated. All of it is curated by hand and ships with the program; nothing is inferred. Paths are the shortest ones along relationships of any type, read in either direction, of at most six steps.',
  },
  {
    id: 'movers',
    title: 'Louder than usual',
    text: 'Places and actors with at least five reports in 24 hours, ordered by how far these exceed a usual day (the mean of the seven whole days before) in units of what chance alone would give, the square root of the volume. With fewer than three whole days behind it nothing is listed: no usual day is known.',
  },
  {
    id: 'surge',
    title: 'Surges',
    text: 'A surge is at least three times the usual number of reports within five minutes, about a theatre or about what lies around a busy place or actor. Usual is the rate over the seven days before, empty times included and the reports of the surge itself left out.',
    more: 'It takes enough reports, at least two publishers, and enough of the days before; these floors are part of each alert. A report that arrives late raises none, and a source that was down makes nothing look louder. One episode is one alert: it opens, is updated, closes, and cools down. It makes the model look at the markets about it again.',
  },
  {
    id: 'confluence',
    title: 'Kinds of source (confluence)',
    text: 'How many kinds of source brought, within the window, something that bears on the question of a market: that covers who or what it asks about, and tells of such an act. The score divides the number by five, at most 1. It is computed for every open market at each update and kept.',
  },
  {
    id: 'weighted',
    title: 'Weighted score',
    text: 'Shown beside the score and never part of it. The newest independent report of each kind counts with the credibility weight of its kind and its age, scaled so that the five most credible kinds, all fresh, make 1. Circular evidence (trades in the market itself, a question of a forecasting site that asks the same) is left out.',
  },
  {
    id: 'independence',
    title: 'Independence',
    text: 'Outlets under one roof are one publisher. Copies of a story are traced to the earliest report, and count with it. Where everything goes back to one publisher the page says so: it is one witness. Media that belong to a party to the conflict are named as such.',
  },
  {
    id: 'prices',
    title: 'Prices',
    text: 'The price of YES is the middle of the best bid and ask, or the last price where there is no book, read from the exchange at each update and kept when it changes.',
  },
  {
    id: 'predictions',
    title: 'Forecasts',
    text: 'Everything that the model is shown is frozen and hashed before it is asked. Its answer is added, the whole (the bundle) is hashed again, and that hash enters the log before anything is published. Confidence is the conviction that the model reports in its call; it is not a standard deviation. A malformed answer is asked for once more and then recorded as skipped.',
    more: 'A trade on paper follows when confidence is at least 0.74 and the probability differs enough from the price that could be had: YES at the ask, NO at one minus the bid.',
  },
  {
    id: 'receipts',
    title: 'Receipts and proofs',
    text: 'A receipt is one trade on paper from forecast to end, with every record that it follows from and the proof that each stands in the log (RFC 9162). The button on its page fetches it anew, computes every hash in your browser, follows each record to the signed root, checks the signature, and compares each figure on the page with what was recorded.',
  },
  {
    id: 'brier',
    title: 'Brier score and skill',
    text: 'The Brier score of a forecast is the squared distance between its probability and the outcome, 0 or 1. Forecasts of one market are averaged first, so that each market has one vote. Skill is one minus the mean of the model over the mean of the market’s own price at the time.',
    more: 'It is computed on trades with a decisive settlement only; those sold earlier are left out. The price that it is held against is the one paid, which includes the spread: that handicaps the market and can make the model look better than it is. The track record shows the middle price beside it.',
  },
  {
    id: 'reliability',
    title: 'Reliability',
    text: 'Forecasts in ten bins of probability: how often YES came out in each. Every market has one vote, shared equally by its forecasts; the interval of 95 % (Wilson) rests on the effective number of events in the bin, not on the number of forecasts. On the dashed line what was called 70 % happens 70 times in a hundred. Reliability, resolution and uncertainty are Murphy’s parts of the Brier score over these bins.',
  },
  {
    id: 'hit-rate',
    title: 'Hit rate and profit',
    text: 'The share of markets whose closed trades together gained money, after fees, with an interval of 95 % (Wilson). Profit is in dollars of paper money at prices that could be had, fees included.',
  },
  {
    id: 'decay',
    title: 'Forecasts by days to resolution',
    text: 'Brier score, skill and edge by the days that were left when the forecast was made. Each band averages inside a market first and shows how many markets stand behind it. Edge is the probability minus the price, counted toward the outcome.',
  },
  {
    id: 'lead-time',
    title: 'Who spoke first',
    text: 'For each move of a price by five points or more: which sources had brought something that bears on the question in the six hours before, and how long before. The median is over the moves before which a source had spoken. Speaking before is not causing: beside each share stands that of the same hours one day earlier, when the price of the same market was known and stood still.',
  },
  {
    id: 'calendar',
    title: 'Calendar',
    text: 'Elections, votes, expiries and anniversaries, curated by hand, with how sure each date is. An entry becomes a report when its window begins.',
  },
  {
    id: 'sources',
    title: 'Sources',
    text: 'Each source is read on its own every ten minutes; one that fails neither delays nor breaks another. Its state, the reason where it is not well, and its last success are listed. Where several sources of one kind have failed for hours the front page says so.',
  },
];
