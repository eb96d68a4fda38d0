// Speakers of the invented world: outlets, channels, accounts, and sources that fail on purpose.
const feedRow = (id, name, lang, category, format, family = id, party = null, encoding = undefined) => ({
  id,
  name,
  lang,
  category,
  format,
  family,
  party,
  encoding,
  host: `${id}.example.org`,
  kind: 'feed',
});

export const FEEDS = [
  feedRow('harbour-wire', 'Harbour Wire', 'en', 'english_media', 'rss'),
  feedRow('harbour-wire-world', 'Harbour Wire World', 'en', 'english_media', 'atom', 'harbour-wire'),
  feedRow('meridian-post', 'The Meridian Post', 'en', 'english_media', 'rss'),
  feedRow('northgate-times', 'Northgate Times', 'en', 'english_media', 'atom'),
  feedRow('strait-observer', 'Strait Observer', 'en', 'english_media', 'rdf'),
  feedRow('levant-daily', 'Levant Daily', 'en', 'arab_media', 'rss'),
  feedRow('sahel-review', 'Sahel Review', 'en', 'african_media', 'rss'),
  feedRow('bluewater-defence', 'Bluewater Defence', 'en', 'think_tank', 'atom'),
  feedRow('kordon-ru', 'Кордон', 'ru', 'russian_media', 'rss', 'kordon-ru', 'russia', 'windows-1251'),
  feedRow('vestnik-sever', 'Вестник Севера', 'ru', 'russian_media', 'rss', 'vestnik-sever', 'russia'),
  feedRow('svobodny-port', 'Свободный порт', 'ru', 'russian_media', 'atom'),
  feedRow('dnipro-hour', 'Дніпровська година', 'uk', 'ukrainian_media', 'rss'),
  feedRow('step-uk', 'Степ', 'uk', 'ukrainian_media', 'atom'),
  feedRow('courrier-du-large', 'Le Courrier du large', 'fr', 'european_media', 'rss'),
  feedRow('sahel-matin', 'Sahel Matin', 'fr', 'african_media', 'rss'),
  feedRow('al-marsad', 'المرصد', 'ar', 'arab_media', 'rss'),
  feedRow('al-khalij-al-akhbar', 'أخبار الخليج التجريبية', 'ar', 'arab_media', 'rdf'),
  feedRow('sawt-al-bahr', 'صوت البحر', 'ar', 'arab_media', 'atom'),
  feedRow('hamifratz', 'המפרץ', 'he', 'israeli_media', 'rss'),
  feedRow('gvul-hatzafon', 'גבול הצפון', 'he', 'israeli_media', 'atom'),
  feedRow('kavir-news', 'خبر کویر', 'fa', 'iranian_media', 'rss', 'kavir-news', 'iran'),
  feedRow('bandar-online', 'بندر آنلاین', 'fa', 'iranian_media', 'atom'),
  feedRow('haixia-bao', '海峡报', 'zh', 'chinese_media', 'rss', 'haixia-bao', 'china'),
  feedRow('dongan-ribao', '东岸日报', 'zh', 'chinese_media', 'atom'),
  feedRow('bogaz-haber', 'Boğaz Haber', 'tr', 'turkish_media', 'rss'),
  feedRow('ada-gazetesi', 'Ada Gazetesi', 'tr', 'turkish_media', 'rss'),
];
// Faults: answers 500, never answers, sends a page instead of a feed.
export const FAILING = [
  { ...feedRow('broken-wire', 'Broken Wire', 'en', 'english_media', 'rss'), fault: 'error_500' },
  { ...feedRow('silent-courier', 'Silent Courier', 'en', 'english_media', 'rss'), fault: 'hang' },
  { ...feedRow('portal-page', 'Portal Page', 'en', 'english_media', 'rss'), fault: 'html_page' },
];
export const CHANNELS = [
  ['gulfwatch_demo', 'Gulf Watch', 'en', 'osint', null],
  ['front_line_demo', 'Лінія фронту', 'uk', 'ukrainian_media', null],
  ['khabar_fori_demo', 'خبر فوری', 'fa', 'iranian_media', 'iran'],
  ['mivzak_demo', 'מבזק', 'he', 'israeli_media', null],
  ['svodka_demo', 'Сводка', 'ru', 'russian_media', 'russia'],
  ['ajel_demo', 'عاجل', 'ar', 'arab_media', null],
].map(([channel, name, lang, category, party]) => ({
  id: `telegram-${channel.replaceAll('_', '-')}`,
  channel,
  name,
  lang,
  category,
  party,
  family: channel.replaceAll('_', '-'),
  kind: 'telegram',
}));
export const ACCOUNTS = [
  ['tankertracker_demo', 'Tanker Tracker', 'en', 'osint'],
  ['skywatch_demo', 'Sky Watch', 'en', 'osint'],
  ['levantdesk_demo', 'Levant Desk', 'en', 'english_media'],
].map(([account, name, lang, category], index) => ({
  id: `x-${account.replaceAll('_', '-')}`,
  account,
  name,
  lang,
  category,
  party: null,
  family: account.replaceAll('_', '-'),
  authorId: String(70010 + index),
  kind: 'twitter',
}));
export const SPEAKERS = [...FEEDS, ...CHANNELS, ...ACCOUNTS];
