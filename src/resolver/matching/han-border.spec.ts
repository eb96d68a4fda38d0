import { HanBorder } from './han-border';

const border = new HanBorder(['资金', '门槛', '今日', '本次', '可以', '军事', '反對', '美国', '对白', '俄罗斯']);

const codesOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length + 4 }, (_, at) => text.charCodeAt(at));

const parts = (text: string, name: string): boolean => {
  const start = text.indexOf(name);
  return border.parts(codesOf(text), start, start + name.length);
};

describe('HanBorder', () => {
  it.each([
    ['资金门槛降低', '金门'],
    ['今日本次列车', '日本'],
    ['可以军事手段', '以军'],
    ['反对美国制裁', '对美国'],
  ])('sees two words in %s and not %s', (text, name) => {
    expect(parts(text, name)).toBe(true);
  });

  it.each([
    ['访问金门', '金门'],
    ['今日本田发布', '日本'],
    ['资金流入金门县', '金门'],
    ['日本次日回应', '日本'],
    ['对白俄罗斯制裁', '白俄罗斯'],
  ])('leaves the name in %s', (text, name) => {
    expect(parts(text, name)).toBe(false);
  });

  it.each([
    ['约翰·马里获奖', '马里', true],
    ['约旦·皮尔新片', '约旦', true],
    ['·马里局势', '马里', false],
    ['马里局势', '马里', false],
  ])('sees in %s whether a dot joins %s to a name', (text, name, joined) => {
    const start = text.indexOf(name);

    expect(border.joins(codesOf(text), start, start + name.length)).toBe(joined);
  });

  it.each([
    ['张伊朗获奖', '伊朗', true],
    ['昨日，张伊朗获奖', '伊朗', true],
    ['村民张伊朗获奖', '伊朗', true],
    ['主张伊朗停火', '伊朗', false],
    ['紧张！伊朗局势', '伊朗', false],
    ['张白俄罗斯', '白俄罗斯', false],
  ])('sees in %s whether %s is a given name', (text, name, joined) => {
    const persons = new HanBorder([], ['张', '王'], ['村民', '演员']);
    const start = text.indexOf(name);

    expect(persons.joins(codesOf(text), start, start + name.length)).toBe(joined);
  });

  it('parts nothing without words', () => {
    expect(new HanBorder([]).parts(Uint16Array.of(0x91d1, 0x95e8), 0, 2)).toBe(false);
  });
});

describe('a family name before the name of a state', () => {
  const named = new HanBorder(['美国'], ['张', '欧阳'], ['钢琴家']);
  const joins = (text: string, name: string): boolean => {
    const start = text.indexOf(name);
    return named.joins(codesOf(text), start, start + name.length);
  };

  it.each([
    ['张伊朗获奖', '伊朗'],
    ['欧阳伊朗获奖', '伊朗'],
    ['钢琴家歐陽伊朗获奖', '伊朗'],
  ])('makes a person of %s', (text, name) => {
    expect(joins(text, name)).toBe(true);
  });

  it.each([
    ['欧伊朗', '伊朗'],
    ['太阳伊朗', '伊朗'],
    ['访问欧阳伊朗', '伊朗'],
  ])('does not in %s', (text, name) => {
    expect(joins(text, name)).toBe(false);
  });
});
