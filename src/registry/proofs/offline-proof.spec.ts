import { logPolicy, offlineProof } from './offline-proof';

describe('a proof of one record in a file', () => {
  it('is the index, the path in base64 and the signed note', () => {
    const note = 'log.test\n2\nAA==\n\n— log.test AAAAAAA=\n';

    expect(offlineProof(1, ['00'.repeat(32), 'ff'.repeat(32)], note)).toBe(
      [
        'c2sp.org/tlog-proof@v1',
        'index 1',
        'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        '//////////////////////////////////////////8=',
        '',
        note,
      ].join('\n'),
    );
    expect(offlineProof(0, [], note)).toBe(`c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`);
  });
});

describe('the policy of a log', () => {
  it('asks for nobody where it has no witness', () => {
    const lines = logPolicy('log.test+01+AA==', null, []).split('\n');

    expect(lines.slice(1)).toEqual(['log log.test+01+AA==', 'quorum none', '']);
  });

  it('asks for one of its witnesses, of one name or not', () => {
    const witness = { name: 'w.test', vkey: 'w.test+02+BA==', url: 'https://w.test' };
    const lines = logPolicy('log.test+01+AA==', 'https://log.test/api/registry', [witness, witness]).split('\n');

    expect(lines.slice(1)).toEqual([
      'log log.test+01+AA== https://log.test/api/registry',
      'witness w1-w.test w.test+02+BA== https://w.test',
      'witness w2-w.test w.test+02+BA== https://w.test',
      'group any-witness any w1-w.test w2-w.test',
      'quorum any-witness',
      '',
    ]);
  });
});
