// Writes the invented events in the wire formats of the upstreams.
const xml = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
const iso = (at) => new Date(at).toISOString();
const rfc822 = (at) => new Date(at).toUTCString().replace('GMT', '+0000');

const FEED_FORMATS = {
  rss: (source, items) => `<?xml version="1.0" encoding="${source.encoding ?? 'UTF-8'}"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xml(source.name)}</title>
<link>https://${source.host}/</link>
<description>Synthetic sample of an invented outlet</description>
<language>${source.lang}</language>
${items
  .map(
    (item) => `<item>
<title>${xml(item.title)}</title>
<link>${xml(item.url)}</link>
<guid isPermaLink="false">${item.key}</guid>
<pubDate>${rfc822(item.at)}</pubDate>
<description>${xml(`<p>${xml(item.summary)}</p>`)}</description>${item.publisher ? `\n<dc:creator>${xml(item.publisher)}</dc:creator>` : ''}
</item>`,
  )
  .join('\n')}
</channel>
</rss>
`,
  atom: (source, items) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${source.lang}">
<title>${xml(source.name)}</title>
<id>tag:${source.host},2026:feed</id>
<link rel="self" href="https://${source.host}/feed.xml"/>
<updated>${iso(items[0]?.at ?? 0)}</updated>
${items
  .map(
    (item) => `<entry>
<title type="html">${xml(xml(item.title))}</title>
<id>tag:${source.host},2026:${item.key}</id>
<link rel="alternate" href="${xml(item.url)}"/>
<published>${iso(item.at)}</published>
<updated>${iso(item.at)}</updated>
<summary type="text">${xml(item.summary)}</summary>
</entry>`,
  )
  .join('\n')}
</feed>
`,
  rdf: (source, items) => `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://${source.host}/">
<title>${xml(source.name)}</title>
<link>https://${source.host}/</link>
<description>Synthetic sample of an invented outlet</description>
<dc:language>${source.lang}</dc:language>
</channel>
${items
  .map(
    (item) => `<item rdf:about="${xml(item.url)}">
<title>${xml(item.title)}</title>
<link>${xml(item.url)}</link>
<dc:date>${iso(item.at)}</dc:date>
<description>${xml(item.summary)}</description>
</item>`,
  )
  .join('\n')}
</rdf:RDF>
`,
};

export const feed = (source, items) => FEED_FORMATS[source.format](source, items);

export const telegram = (source, items) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${xml(source.name)} – Telegram</title></head>
<body class="widget_frame_base tgme_webpreview_body">
<main class="tgme_main"><section class="tgme_channel_history js-message_history">
${items
  .map(
    (
      item,
      index,
    ) => `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="${source.channel}/${item.number}">
<div class="tgme_widget_message_bubble">
${index % 9 === 4 ? `<a class="tgme_widget_message_forwarded_from" href="https://t.me/harbourdesk/${item.number}"><span>Forwarded from Harbour Desk</span></a>` : ''}${index % 7 === 3 ? `<a class="tgme_widget_message_reply" href="https://t.me/${source.channel}/${item.number - 1}"><div class="tgme_widget_message_text js-message_reply_text">Earlier post</div></a>` : ''}
<div class="tgme_widget_message_text js-message_text" dir="auto">${xml(item.title)}<br/>${xml(item.summary)}</div>
<div class="tgme_widget_message_footer compact js-message_footer"><div class="tgme_widget_message_info short js-message_info"><span class="tgme_widget_message_views">${item.views}</span><span class="tgme_widget_message_meta">${index % 11 === 5 ? 'edited ' : ''}<a class="tgme_widget_message_date" href="https://t.me/${source.channel}/${item.number}"><time datetime="${iso(item.at).slice(0, 19)}+00:00" class="time">${iso(item.at).slice(11, 16)}</time></a></span></div></div>
</div></div></div>`,
  )
  .join('\n')}
</section></main></body></html>
`;

export const tweets = (source, items) => ({
  data: items.map((item) => ({
    id: item.number,
    text: item.title,
    created_at: iso(item.at),
    lang: source.lang,
    author_id: source.authorId,
    public_metrics: {
      retweet_count: item.retweets,
      reply_count: 2,
      like_count: item.retweets * 3,
      quote_count: 0,
    },
  })),
  includes: { users: [{ id: source.authorId, username: source.account, name: source.name }] },
  meta: {
    result_count: items.length,
    newest_id: items[0]?.number,
    oldest_id: items.at(-1)?.number,
  },
});

/** Token ids of YES and NO. */
const sidesOf = (id) => JSON.stringify([`${id}0001`, `${id}0002`]);

/** Gamma's initial market object; the replay sets the members that change over time. */
export const gammaMarket = (market, id) => ({
  id: String(id),
  question: market.question,
  conditionId: market.ticker,
  slug: market.slug,
  description: 'Synthetic demo market. It resolves by invented events only.',
  resolutionSource: '',
  startDate: iso(market.opensAt),
  endDate: iso(market.closesAt),
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.5", "0.5"]',
  ...(market.isV2
    ? { version: 'v2', clobTokenIds: null, positionIds: sidesOf(id), resolutionStatus: 'inactive' }
    : { clobTokenIds: sidesOf(id) }),
  volume: '250000',
  volumeNum: 250000,
  liquidity: '40000',
  liquidityNum: 40000,
  volume24hr: 8000,
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
  negRisk: false,
  restricted: false,
  feesEnabled: false,
  spread: market.spread,
  events: [
    {
      id: String(900 + id),
      slug: `demo-${market.storyline}`,
      title: `Synthetic: ${market.storyline}`,
    },
  ],
});

export const pricesHistory = (market) => ({
  history: market.path.map(({ at, price }) => ({ t: at / 1000, p: price })),
});

export const kalshiMarket = (market) => ({
  ticker: market.ticker,
  event_ticker: market.ticker.split('-').slice(0, 2).join('-'),
  market_type: 'binary',
  title: market.question,
  subtitle: '',
  yes_sub_title: '',
  no_sub_title: '',
  open_time: iso(market.opensAt),
  close_time: iso(market.closesAt),
  expected_expiration_time: iso(market.closesAt),
  expiration_time: iso(market.closesAt),
  can_close_early: true,
  status: 'active',
  result: '',
  yes_bid_dollars: '0.0000',
  yes_ask_dollars: '1.0000',
  no_bid_dollars: '0.0000',
  no_ask_dollars: '1.0000',
  last_price_dollars: '0.0000',
  volume_fp: '12000.00',
  volume_24h_fp: '800.00',
  open_interest_fp: '5000.00',
  liquidity_dollars: '0.0000',
  rules_primary: 'Synthetic demo market; it resolves by invented events only.',
  rules_secondary: '',
});

export const candlesticks = (market) => ({
  ticker: market.ticker,
  candlesticks: market.path.map(({ at, price }) => ({
    end_period_ts: at / 1000,
    price: { close_dollars: price.toFixed(4) },
    yes_bid: { close_dollars: Math.max(0.01, price - market.spread / 2).toFixed(4) },
    yes_ask: { close_dollars: Math.min(0.99, price + market.spread / 2).toFixed(4) },
  })),
});

export const usgsFeature = (quake) => ({
  type: 'Feature',
  id: quake.id,
  properties: {
    mag: quake.mag,
    place: quake.place,
    time: quake.at,
    updated: quake.at + 600_000,
    tz: null,
    url: `https://earthquake.usgs.gov/earthquakes/eventpage/${quake.id}`,
    detail: '',
    felt: null,
    cdi: null,
    mmi: null,
    alert: null,
    status: 'reviewed',
    tsunami: 0,
    sig: Math.round(quake.mag * 100),
    net: 'us',
    code: quake.id.slice(2),
    ids: `,${quake.id},`,
    sources: ',us,',
    types: ',origin,',
    nst: null,
    dmin: null,
    rms: null,
    gap: null,
    magType: 'mb',
    type: quake.type,
    title: `M ${quake.mag.toFixed(1)} - ${quake.place}`,
  },
  geometry: { type: 'Point', coordinates: [quake.lon, quake.lat, quake.depth] },
});

export const yahooChart = (instrument, series) => ({
  chart: {
    result: [
      {
        meta: {
          currency: 'USD',
          symbol: instrument.symbol,
          exchangeName: 'DEM',
          instrumentType: 'FUTURE',
          gmtoffset: 0,
          timezone: 'UTC',
          exchangeTimezoneName: 'UTC',
          regularMarketTime: series.at(-1).t,
          regularMarketPrice: series.at(-1).c,
          chartPreviousClose: series[0].o,
          dataGranularity: '1h',
          range: '3mo',
        },
        timestamp: series.map((bar) => bar.t),
        indicators: {
          quote: [
            {
              open: series.map((bar) => bar.o),
              high: series.map((bar) => bar.h),
              low: series.map((bar) => bar.l),
              close: series.map((bar) => bar.c),
              volume: series.map((bar) => bar.v),
            },
          ],
        },
      },
    ],
    error: null,
  },
});
