import { foldText } from '../resolver/folding/fold-text';
import { skeletonOf, writesName } from './foreign-name';

const writes = (name: string, word: string): boolean =>
  writesName(skeletonOf(foldText(name)), skeletonOf(foldText(word)));

describe('writesName', () => {
  it.each([
    ['Huliaipole', 'Гуляйполе'],
    ['Kostiantynivka', 'Костянтинівку'],
    ['Dobropillia', 'Добропілля'],
    ['Chasiv', 'Часов'],
    ['Kramatorsk', 'كراماتورسك'],
    ['Kramatorsk', 'קרמטורסק'],
  ])('finds %s in %s', (name, word) => {
    expect(writes(name, word)).toBe(true);
  });

  it.each([
    ['Huliaipole', 'Харків'],
    ['Kramatorsk', 'Краматорщина'],
    ['Kostiantynivka', 'Константинополь'],
  ])('does not match %s with %s', (name, word) => {
    expect(writes(name, word)).toBe(false);
  });
});
