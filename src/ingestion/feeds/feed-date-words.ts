/** Vocabulary of dates in the languages of our sources: month names, zones with offsets, filler words. Data only. */
import { foldArabicLetters } from '../../resolver/folding/arabic-letters';

/** Months one to twelve; names of one month are separated by blanks, case and accents folded as below. */
const MONTH_NAMES = [
  // en, de, nl, sv, da, no · fr, es, pt, it, ro
  'jan january januar januari jänner jaenner janv janvier ene enero janeiro gen gennaio ian ianuarie|feb february februar februari feber févr fév février febrero fev fevereiro febbraio febr februarie|mar march märz maerz mrz mrt maart mars marzo março martie|apr april avr avril abr abril aprile aprilie|may mai mei maj mayo maio mag maggio|jun june juni juin junio junho giu giugno iun iunie|jul july juli juil juillet julio julho lug luglio iul iulie|aug august augustus augusti août aout ago agosto|sep sept september septembre septiembre set setembro setiembre settembre septembrie|oct october okt oktober octobre octubre out outubro ott ottobre octombrie|nov november novembre noviembre novembro noiembrie|dec december dez dezember déc décembre dic diciembre dezembro dicembre decembrie',
  // ru · uk · be · bg
  'янв января январь січ січня січень студзеня студзень януари|фев февр февраля февраль лют лютого лютий лютага люты февруари|мар мрт марта март бер березня березень сакавіка сакавік|апр апреля апрель кві квіт квітня квітень красавіка красавік април|мая май тра трав травня травень|июн июня июнь чер черв червня червень чэрвеня чэрвень юни|июл июля июль лип липня липень ліпеня ліпень юли|авг августа август сер серп серпня серпень жніўня жнівень|сен сент сентября сентябрь вер верес вересня вересень верасня верасень септември|окт октября октябрь жов жовт жовтня жовтень кастрычніка кастрычнік октомври|ноя нояб ноября ноябрь листоп листопада листопад лістапада лістапад ноември|дек декабря декабрь гру груд грудня грудень снежня снежань декември',
  // tr · pl · cs · hu · fi · el
  'oca ocak sty stycznia styczeń led ledna leden január tammikuu tammikuuta ιαν ιανουαρίου|şub şubat lut lutego luty úno února únor február helmikuu helmikuuta φεβ φεβρουαρίου|mart marca marzec bře března březen márc március maaliskuu maaliskuuta μαρ μάρ μαρτίου|nis nisan kwi kwietnia kwiecień dub dubna duben ápr április huhtikuu huhtikuuta απρ απριλίου|mayıs maja kvě května květen máj május toukokuu toukokuuta μαι μαϊ μάι μαΐου|haz haziran cze czerwca czerwiec června červen jún június kesäkuu kesäkuuta ιουν ιούν ιουνίου|tem temmuz lip lipca lipiec čvc července červenec júl július heinäkuu heinäkuuta ιουλ ιούλ ιουλίου|ağu ağustos sie sierpnia sierpień srp srpna srpen augusztus elokuu elokuuta αυγ αύγ αυγούστου|eyl eylül wrz września wrzesień zář září szept szeptember syyskuu syyskuuta σεπ σεπτεμβρίου|eki ekim paź października październik říj října říjen október lokakuu lokakuuta οκτ οκτωβρίου|kas kasım lis listopada listopad listopadu marraskuu marraskuuta νοε νοέ νοεμβρίου|ara aralık gru grudnia grudzień pro prosince prosinec joulukuu joulukuuta δεκ δεκεμβρίου',
  // he · ar · fa · ur · hi
  'ינואר ינו בינואר يناير كانون_الثاني ژانویه جنوري جنوری जनवरी जन|פברואר פבר בפברואר فبراير شباط فوریه فروری फरवरी फ़रवरी|מרץ מרס במרץ במרס مارس اذار آذار مارچ मार्च|אפריל אפר באפריל ابريل أبريل نيسان آوریل اپریل अप्रैल|מאי במאי مايو ايار أيار مه می مئی मई|יוני יונ ביוני يونيو حزيران ژوئن جون जून|יולי יול ביולי يوليو تموز ژوئیه جولای جولائی जुलाई|אוגוסט אוג באוגוסט اغسطس أغسطس آب اوت اگست अगस्त|ספטמבר ספט בספטמבר سبتمبر ايلول أيلول سپتامبر ستمبر सितंबर सितम्बर|אוקטובר אוק באוקטובר اكتوبر أكتوبر تشرين_الاول تشرين_الأول اکتبر اکتوبر अक्टूबर|נובמבר נוב בנובמבר نوفمبر تشرين_الثاني نوامبر نومبر नवंबर नवम्बर|דצמבר דצמ בדצמבר ديسمبر كانون_الاول كانون_الأول دسامبر دسمبر दिसंबर दिसम्बर',
  // id, ms · Maghrebi Arabic · az
  'januari جانفي yanvar|februari فيفري fevral|maret|april أفريل افريل aprel|mei ماي|juni جوان iyun|juli جويلية iyul|agustus أوت avqust|september sentyabr|oktober oktyabr|november noyabr|desember dekabr',
];

const JALALI_MONTH_NAMES = 'فروردین|اردیبهشت|خرداد|تیر|مرداد امرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند';

/** Offsets from UTC in hours. */
const ZONE_HOURS =
  'z 0 ut 0 utc 0 gmt 0 wet 0 ' +
  'est -5 edt -4 cst -6 cdt -5 mst -7 mdt -6 pst -8 pdt -7 akst -9 akdt -8 hst -10 ast -4 adt -3 nst -3.5 ndt -2.5 et -5 ct -6 mt -7 pt -8 ' +
  'brt -3 art -3 clt -4 cot -5 pet -5 vet -4 ' +
  'bst 1 west 1 cet 1 met 1 mez 1 cest 2 mest 2 mesz 2 eet 2 eest 3 msk 3 msd 4 trt 3 samt 4 yekt 5 omst 6 krat 7 irkt 8 yakt 9 vlat 10 magt 11 pett 12 ' +
  'idt 3 ist 5.5 irst 3.5 irdt 4.5 gst 4 pkt 5 npt 5.75 aft 4.5 get 4 amt 4 azt 4 uzt 5 almt 6 ' +
  'wat 1 cat 2 sast 2 eat 3 ' +
  'ict 7 wib 7 wita 8 wit 9 sgt 8 myt 8 hkt 8 pht 8 awst 8 jst 9 kst 9 acst 9.5 acdt 10.5 aest 10 aedt 11 nzst 12 nzdt 13';

/** Zone names with another meaning in the language of the source. Hours. */
const ZONE_HOURS_BY_LANGUAGE: ReadonlyMap<string, number> = new Map([
  ['he ist', 2],
  ['zh cst', 8],
  ['ar ast', 3],
  ['fa ist', 3.5],
]);

const FILLER_WORDS =
  'at um à a as às las los de del of on the le г р г. года року year uhr hs hrs h kl klo ore o alle в о у ב על في الساعة ساعت م ه - – — | @ · • , s ٬ t';

/** Words after a time of day that add twelve hours, or none. */
const AFTERNOON_WORDS = 'pm p.m p.m. م مساء ب.ظ بعدازظهر 下午 晚上 오후 μμ μ.μ öö ös';
const FORENOON_WORDS = 'am a.m a.m. ص صباحا ق.ظ 上午 凌晨 早上 오전 πμ π.μ';

/** Folds case, varying accents and Arabic letter forms, so that spellings of a date word compare equal. */
export const foldDateText = (text: string): string =>
  foldArabicLetters(text.normalize('NFKC').toLowerCase())
    .replace(/[\u0307\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/\s+/gu, ' ')
    .trim();

/** Decimal digits come in runs of ten per script; the start of the run is the zero. */
const digitValue = (digit: string): number => {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
};

const words = (list: string): string[] => list.split(' ').filter((word) => word !== '');

const monthTable = (groups: readonly string[]): Map<string, number> => {
  const table = new Map<string, number>();
  for (const group of groups) {
    group.split('|').forEach((names, index) => {
      for (const name of words(names)) table.set(foldDateText(name), index + 1);
    });
  }
  return table;
};

/** Folded Gregorian month name → 1..12. Two-word names are joined by an underscore. */
export const gregorianMonths: ReadonlyMap<string, number> = monthTable(MONTH_NAMES);

/** Folded month name of the Iranian solar calendar → 1..12. */
export const jalaliMonths: ReadonlyMap<string, number> = monthTable([JALALI_MONTH_NAMES]);

/** Folded zone name → minutes east of UTC. */
const ZONES: ReadonlyMap<string, number> = new Map(
  [...ZONE_HOURS.matchAll(/(?<!\S)(\S+) (-?[\d.]+)/g)].map(([, name, hours]) => [name ?? '', Number(hours) * 60]),
);

/** Minutes east of UTC; null for unknown names. Military letters have no reliable meaning (RFC 5322, 4.3). */
export const zoneMinutes = (name: string, lang: string | null): number | null => {
  const local = ZONE_HOURS_BY_LANGUAGE.get(`${lang ?? ''} ${name}`);
  if (local !== undefined) return local * 60;
  if (/^[a-ik-z]$/.test(name)) return 0;
  return ZONES.get(name) ?? null;
};

export const FILLERS: ReadonlySet<string> = new Set(words(FILLER_WORDS).map(foldDateText));
export const AFTERNOON: ReadonlySet<string> = new Set(words(AFTERNOON_WORDS).map(foldDateText));
export const FORENOON: ReadonlySet<string> = new Set(words(FORENOON_WORDS).map(foldDateText));
