// Events of the invented month: storylines with daily intensity, and their headlines in nine languages. {n} is a
// number, {p} one of the storyline's places, in the headline's language. Real actors' names are needed as input of the
// resolver; all events are invented.
export const EPOCH = Date.UTC(2026, 0, 5); // day 0, a Monday
export const HISTORY_DAYS = 36; // the demo starts at the end of this day …
export const TOTAL_DAYS = 44; // … which continues for this many days
/** One surge in the past, and one in progress when the demo starts. */
export const SURGES = [
  { storyline: 'hormuz', at: EPOCH + 24 * 86_400_000 + 15 * 3_600_000 + 20 * 60_000 },
  { storyline: 'strait', at: EPOCH + HISTORY_DAYS * 86_400_000 - 30_000 },
];

const flat = (level) => Array.from({ length: TOTAL_DAYS }, () => level);
const wave = (base, peaks) =>
  flat(base).map((level, day) =>
    peaks.reduce((sum, [at, height, width]) => sum + height * Math.exp(-(((day - at) / width) ** 2)), level),
  );

export const STORYLINES = [
  {
    id: 'hormuz',
    theater: 'iran',
    intensity: wave(13, [
      [10, 8, 3],
      [24, 26, 2],
      [37, 10, 2],
    ]),
    places: {
      en: ['Bandar Abbas', 'Qeshm', 'Fujairah'],
      fa: ['بندرعباس', 'قشم'],
      ar: ['بندر عباس', 'الفجيرة'],
      he: ['בנדר עבאס'],
      ru: ['Бендер-Аббас'],
      zh: ['阿巴斯港'],
      tr: ['Bender Abbas'],
      fr: ['Bandar Abbas'],
      uk: ['Бендер-Аббас'],
    },
    headlines: {
      en: [
        "Iran's navy stops {n} tankers for inspection in the Strait of Hormuz",
        'IRGC holds missile drill near {p}, {n} launches counted',
        'US and Iran trade warnings after incident off {p}',
        'Tehran says it will answer any strike; Washington adds {n} aircraft to the region',
        'Brent climbs as {n} ships wait outside the Strait of Hormuz',
        'Araghchi to meet mediators in Muscat for round {n} of talks',
      ],
      fa: [
        'سپاه پاسداران {n} شناور را در تنگه هرمز متوقف کرد',
        'رزمایش موشکی ایران در نزدیکی {p}',
        'عراقچی: مذاکرات با آمریکا {n} روز دیگر ادامه دارد',
        'هشدار تهران به واشنگتن پس از حادثه {p}',
      ],
      ar: [
        'الحرس الثوري يوقف {n} سفن في مضيق هرمز',
        'إيران تحذر الولايات المتحدة بعد حادث قرب {p}',
        'طهران: سنرد على أي ضربة خلال {n} ساعة',
      ],
      he: [
        'איראן עצרה {n} מכליות במצר הורמוז',
        'משמרות המהפכה ערכו תרגיל טילים ליד {p}, {n} שיגורים',
        'ארצות הברית מזהירה את איראן אחרי התקרית',
      ],
      ru: [
        'КСИР остановил {n} танкеров в Ормузском проливе',
        'Иран и США обменялись предупреждениями после инцидента у порта {p}',
        'Тегеран обещает ответ в течение {n} часов',
      ],
      zh: [
        '伊朗在霍尔木兹海峡拦截{n}艘油轮',
        '伊朗革命卫队在{p}附近举行导弹演习，发射{n}枚',
        '美国与伊朗举行第{n}轮会谈',
      ],
      tr: [
        "İran Hürmüz Boğazı'nda {n} tankeri durdurdu",
        'ABD ile İran arasında {n}. tur görüşmeler',
        "Tahran'dan {p} açıklaması: yanıt {n} saat içinde",
      ],
      fr: [
        "L'Iran arrête {n} pétroliers dans le détroit d'Ormuz",
        "Téhéran promet une réponse après l'incident de {p}",
        "Washington et l'Iran tiennent une {n}e session",
      ],
      uk: ['Іран зупинив {n} танкерів в Ормузькій протоці', 'США та Іран обмінялися попередженнями через {p}'],
    },
  },
  {
    id: 'front',
    theater: 'ukraine',
    intensity: wave(20, [
      [7, 9, 2],
      [19, 12, 3],
      [33, 8, 3],
    ]),
    places: {
      en: ['Pokrovsk', 'Kharkiv', 'Zaporizhzhia'],
      ru: ['Покровск', 'Харьков'],
      uk: ['Покровськ', 'Харків'],
      he: ['חרקוב'],
      ar: ['خاركيف'],
      zh: ['哈尔科夫'],
      tr: ['Harkiv'],
      fr: ['Kharkiv'],
      fa: ['خارکیف'],
    },
    headlines: {
      en: [
        "Ukraine says it downed {n} of Russia's drones overnight",
        'Russian troops press toward {p}, {n} assaults repelled, Kyiv says',
        'Zelensky and European leaders discuss {n}-point ceasefire plan',
        'Kremlin: no date yet for round {n} of talks with Ukraine',
        '{n} prisoners exchanged between Russia and Ukraine',
        'Shelling reported near {p}; power out for {n} thousand homes',
      ],
      ru: [
        'Россия сообщила о {n} сбитых украинских беспилотниках',
        'Путин и Зеленский могут встретиться: переговоры длятся {n} дней',
        'ВС РФ наступают у города {p}',
        'Киев и Москва обменялись {n} пленными',
      ],
      uk: [
        'Україна збила {n} російських дронів за ніч',
        'Росія атакує {p}: {n} штурмів відбито',
        "Зеленський обговорив план перемир'я з {n} пунктів",
        'Обмін полоненими: додому повернулися {n} українців',
      ],
      zh: ['乌克兰称击落{n}架俄罗斯无人机', '泽连斯基与欧洲领导人讨论{n}点停火方案'],
      fr: [
        'Ukraine : {n} drones russes abattus dans la nuit',
        'Zelensky présente un plan en {n} points',
        'La Russie frappe {p}, {n} blessés',
      ],
      tr: ['Ukrayna {n} Rus dronunu düşürdüğünü açıkladı', 'Rusya {p} yönünde ilerliyor, {n} saldırı püskürtüldü'],
      ar: ['أوكرانيا تعلن إسقاط {n} مسيرة روسية', 'روسيا وأوكرانيا تتبادلان {n} أسيرا'],
      fa: ['اوکراین: {n} پهپاد روسیه سرنگون شد'],
      he: ['אוקראינה הפילה {n} כטב"מים של רוסיה'],
    },
  },
  {
    id: 'strait',
    theater: 'taiwan',
    intensity: wave(9, [
      [14, 9, 2],
      [30, 12, 2],
    ]),
    places: {
      en: ['Kinmen', 'Penghu', 'Keelung'],
      zh: ['金门', '澎湖'],
      ru: ['Цзиньмэнь'],
      fr: ['Kinmen'],
      ar: ['كينمن'],
      he: ['קינמן'],
      tr: ['Kinmen'],
      fa: ['کینمن'],
      uk: ['Цзіньмень'],
    },
    headlines: {
      en: [
        'Taiwan reports {n} Chinese aircraft across the median line',
        'China begins {n}-day drill around {p}, Taipei protests',
        'US destroyer passes the Taiwan Strait, transit number {n} of the year',
        'Beijing warns Taiwan over {n} arms contracts',
      ],
      zh: [
        '台湾通报{n}架解放军军机越过海峡中线',
        '中国在{p}附近展开{n}天演习',
        '北京就{n}项对台军售警告美国',
        '台北：{n}艘海警船靠近{p}',
      ],
      ru: ['Тайвань сообщил о {n} китайских самолётах', 'Китай начал {n}-дневные учения у острова {p}'],
      fr: ['Taïwan signale {n} avions chinois', 'La Chine lance {n} jours de manœuvres près de {p}'],
      ar: ['تايوان ترصد {n} طائرة صينية', 'الصين تبدأ مناورات لمدة {n} أيام'],
      tr: ['Tayvan {n} Çin uçağı tespit etti'],
    },
  },
  {
    id: 'shipping',
    theater: 'red_sea',
    intensity: wave(8, [
      [5, 7, 2],
      [21, 11, 2],
    ]),
    places: {
      en: ['Hodeidah', 'Mocha', 'Aden'],
      ar: ['الحديدة', 'عدن'],
      he: ['חודיידה'],
      fa: ['حدیده'],
      ru: ['Ходейда'],
      zh: ['荷台达'],
      fr: ['Hodeida'],
      tr: ['Hudeyde'],
      uk: ['Ходейда'],
    },
    headlines: {
      en: [
        'Houthis claim attack on ship {n} miles off {p}',
        'Bulk carrier hit in the Red Sea, {n} crew safe',
        'Yemen: {n} killed in strike on {p}, Houthis say',
        'Insurers lift Red Sea war-risk premium by {n} percent',
      ],
      ar: [
        'الحوثيون يعلنون استهداف سفينة على بعد {n} ميلا من {p}',
        'اليمن: {n} قتلى في غارة على {p}',
        'تراجع الملاحة في البحر الأحمر بنسبة {n} في المئة',
      ],
      he: ["החות'ים תקפו ספינה בים סוף, {n} אנשי צוות חולצו", 'טיל שוגר מתימן, {n} אזעקות'],
      fa: ['حوثی‌ها از حمله به کشتی در دریای سرخ خبر دادند، {n} خدمه نجات یافتند'],
      ru: ['Хуситы заявили об атаке на судно в Красном море, {n} моряков спасены'],
      zh: ['胡塞武装称在红海袭击货船，{n}名船员获救'],
      fr: ['Les Houthis revendiquent une attaque en mer Rouge, {n} marins secourus'],
      tr: ["Husiler Kızıldeniz'de gemi vurdu, {n} mürettebat kurtarıldı"],
    },
  },
  {
    id: 'gaza',
    theater: 'gaza',
    intensity: wave(14, [
      [3, 6, 2],
      [16, 9, 2],
      [28, 9, 2],
    ]),
    places: {
      en: ['Rafah', 'Khan Younis', 'Gaza City'],
      ar: ['رفح', 'خان يونس'],
      he: ['רפיח', 'חאן יונס'],
      ru: ['Рафах'],
      fr: ['Rafah'],
      zh: ['拉法'],
      tr: ['Refah'],
      fa: ['رفح'],
      uk: ['Рафах'],
    },
    headlines: {
      en: [
        'Israel and Hamas agree to discuss phase {n} of the Gaza ceasefire',
        '{n} aid trucks enter Gaza through {p}',
        'Israeli strike near {p} kills {n}, medics say',
        'Netanyahu convenes cabinet over {n} hostage files',
        'Hamas returns list of {n} names to mediators in Qatar',
      ],
      ar: [
        'إسرائيل وحماس تبحثان المرحلة {n} من هدنة غزة',
        'دخول {n} شاحنة مساعدات إلى غزة عبر {p}',
        'غارة إسرائيلية على {p} توقع {n} قتلى',
      ],
      he: [
        'ישראל וחמאס ידונו בשלב {n} של הפסקת האש בעזה',
        '{n} משאיות סיוע נכנסו לעזה דרך {p}',
        'נתניהו כינס את הקבינט, {n} שעות דיון',
      ],
      ru: ['Израиль и ХАМАС обсудят этап {n} перемирия в Газе', 'В Газу вошли {n} грузовиков с помощью'],
      fr: ['Israël et le Hamas discutent de la phase {n} à Gaza', '{n} camions entrent à Gaza par {p}'],
      tr: ["İsrail ile Hamas Gazze'de {n}. aşamayı görüşecek", "Gazze'ye {n} yardım tırı girdi"],
      zh: ['以色列与哈马斯讨论加沙停火第{n}阶段'],
      fa: ['اسرائیل و حماس درباره مرحله {n} آتش‌بس غزه گفتگو می‌کنند'],
    },
  },
  {
    id: 'sahel',
    theater: 'sahel',
    intensity: wave(6, [
      [12, 6, 3],
      [26, 8, 2],
    ]),
    places: {
      en: ['Bamako', 'Gao', 'Kidal'],
      fr: ['Bamako', 'Gao'],
      ar: ['باماكو'],
      ru: ['Бамако'],
      zh: ['巴马科'],
      tr: ['Bamako'],
      he: ['במאקו'],
      fa: ['باماکو'],
      uk: ['Бамако'],
    },
    headlines: {
      en: [
        'Mali army reports {n} fighters killed near {p}',
        'Fuel convoy of {n} trucks reaches {p} after JNIM blockade',
        'Burkina Faso and Niger sign {n}-year defence pact with Mali',
      ],
      fr: [
        "Mali : {n} combattants tués près de {p}, selon l'armée",
        'Un convoi de {n} camions atteint {p} malgré le JNIM',
        'Le Burkina Faso et le Niger signent un accord de {n} ans avec le Mali',
      ],
      ar: ['الجيش في مالي يعلن مقتل {n} مسلحا قرب {p}'],
      ru: ['Армия Мали сообщила о {n} убитых боевиках у города {p}'],
      zh: ['马里军队称在{p}附近击毙{n}名武装分子'],
    },
  },
  {
    id: 'north',
    theater: 'lebanon',
    intensity: wave(7, [
      [9, 5, 2],
      [31, 10, 2],
    ]),
    places: {
      en: ['Tyre', 'Nabatieh', 'Baalbek'],
      ar: ['صور', 'بعلبك'],
      he: ['צור', 'בעלבק'],
      fr: ['Tyr'],
      ru: ['Тир'],
      tr: ['Sur'],
      fa: ['صور'],
      zh: ['提尔'],
      uk: ['Тир'],
    },
    headlines: {
      en: [
        'Hezbollah says {n} rockets fired after Israeli raid near {p}',
        'Lebanon army takes over {n} posts in the south',
        'Israel strikes Hezbollah depot in Lebanon, {n} wounded',
      ],
      ar: ['حزب الله يعلن إطلاق {n} صاروخا بعد غارة إسرائيلية قرب {p}', 'الجيش في لبنان يتسلم {n} مواقع'],
      he: ['חיזבאללה שיגר {n} רקטות אחרי תקיפה בלבנון', 'צה"ל תקף ליד {p}, {n} מחסנים הושמדו'],
      fr: ['Liban : le Hezbollah tire {n} roquettes', "L'armée du Liban reprend {n} postes"],
      ru: ['«Хезболла» выпустила {n} ракет после удара Израиля по Ливану'],
      tr: ["Hizbullah {n} roket ateşledi, İsrail Lübnan'ı vurdu"],
    },
  },
];

/** Unrelated news, which most of a feed consists of. */
export const OTHER = {
  en: [
    'City library extends opening hours to {n} pm',
    'Local team wins by {n} points',
    'Rain expected for {n} days',
    'Museum shows {n} recovered maps',
    'Roast turkey: {n} ideas for leftovers',
  ],
  ru: ['В городе открыли {n} новых школ', 'Погода: {n} дней без дождя'],
  uk: ['У місті відкрили {n} нових бібліотек'],
  fr: ['Météo : {n} jours de pluie attendus', 'Le musée expose {n} cartes anciennes'],
  ar: ['افتتاح {n} مكتبات جديدة في المدينة'],
  he: ['נפתחו {n} ספריות חדשות בעיר'],
  fa: ['{n} کتابخانه تازه در شهر گشوده شد'],
  zh: ['城市新开{n}座图书馆'],
  tr: ['Kentte {n} yeni kütüphane açıldı'],
};
