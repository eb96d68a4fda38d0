import { loadResolver, readAliasSeed } from '../../ontology/resolver.provider';
import { expandAliases } from './alias-seed';

const tag = (text: string): string[] => loadResolver().tag(text, 'zh');

describe('two states in short', () => {
  it('are known by their signs, in either order, among the affairs of states', () => {
    expect(tag('泰柬边境再次交火')).toEqual(['cambodia', 'thailand']);
    expect(tag('柬泰停火谈判')).toEqual(['cambodia', 'thailand']);
    expect(tag('泰柬美食节开幕')).toEqual([]);
  });

  it('keep the conditions that a file states', () => {
    const stated = expandAliases(readAliasSeed()).filter(({ text }) => text === '中美');

    expect(stated.map(({ entity, also, rule }) => [entity, ...also, rule])).toEqual([['china', 'united-states', null]]);
  });

  it('denote one in compounds of diplomacy, and not where another word ends with the sign', () => {
    expect(tag('默克尔将赴法出席峰会')).toEqual(['france']);
    expect(tag('外交部：中方反对美台官方往来')).toEqual(['china', 'taiwan', 'united-states']);
    expect(tag('柬外长回应泰方指责')).toEqual(['cambodia', 'thailand']);
    expect(tag('记者采访法官，做法方便')).toEqual([]);
    expect(tag('世界反法西斯战争胜利纪念')).toEqual([]);
  });

  it('are not states where a date or a word ends between them', () => {
    expect(tag('11月15日美伊谈判重启')).toEqual(['iran', 'united-states']);
    expect(tag('今日英法外长会谈')).toEqual(['france', 'united-kingdom']);
  });

  it('are not states where the second sign begins a name', () => {
    expect(tag('在停火谈判中伊朗表示不满')).toEqual(['iran']);
    expect(tag('对伊德利卜省的空袭')).toEqual(['idlib']);
    expect(tag('中美国防部长举行会谈')).toEqual(['china', 'united-states']);
  });
});
