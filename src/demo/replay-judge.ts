/** The demo's judge: grades by common words. Its reasons say that they are invented. */
const SMALL_WORDS = new Set(
  'will the and before after with from that this does have for into over out are was has'.split(' '),
);

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []).filter((word) => !SMALL_WORDS.has(word)));

/** The answer to a judge's prompt, or null for another prompt. */
export const replayedVerdicts = (prompt: string): { readonly verdicts: readonly object[] } | null => {
  const [head, report = '', , ...rest] = prompt.split('\n');
  if (head !== 'Report:') return null;
  const told = wordsOf(report);
  const verdicts = rest.flatMap((line) => {
    const [, number, question = ''] = /^(\d+)\. (.*)$/.exec(line) ?? [];
    if (number === undefined) return [];
    const shared = [...wordsOf(question)].filter((word) => told.has(word));
    const grade = Math.min(2, Math.max(0, shared.length - 1));
    const reason = `[Synthetic demo] shares ${shared.slice(0, 3).join(', ') || 'nothing'}`;
    return [{ question: Number(number), reason, grade }];
  });
  return { verdicts };
};
