import { parseCypherFile, splitStatements } from './cypher-header';

const file = (...lines: string[]): string => lines.join('\n');

describe('parseCypherFile', () => {
  it('reads the sentence, the mode and the parameters', () => {
    const query = parseCypherFile(
      'a/b',
      file(
        '// Lists things.',
        '// mode:    read',
        '// param:   $types LIST<STRING>? which',
        '// param: $limit INTEGER most',
        "MATCH (n) WHERE n.x IN $types AND n.y <> '$z; // no' RETURN n LIMIT $limit;",
      ),
    );

    expect(query).toMatchObject({ name: 'a/b', description: 'Lists things.', mode: 'read' });
    expect(query.parameters).toEqual([
      { name: 'types', type: 'STRING', list: true, nullable: true, description: 'which' },
      { name: 'limit', type: 'INTEGER', list: false, nullable: false, description: 'most' },
    ]);
  });

  it.each([
    ['no sentence', file('// mode: read', 'RETURN 1'), 'without a sentence'],
    ['no mode', file('// Says nothing.', 'RETURN 1'), 'neither mode'],
    ['an undeclared parameter', file('// A.', '// mode: read', 'RETURN $x'), 'uses $x'],
    [
      'an unused parameter',
      file('// A.', '// mode: read', '// param: $x INTEGER n', 'RETURN 1'),
      'declares $x without using',
    ],
    [
      'a parameter twice',
      file('// A.', '// mode: read', '// param: $x INTEGER n', '// param: $x STRING n', 'RETURN $x'),
      'twice',
    ],
    ['an unknown type', file('// A.', '// mode: read', '// param: $x NUMBER n', 'RETURN $x'), 'cannot read'],
    ['two statements', file('// A.', '// mode: read', 'RETURN 1; RETURN 2;'), 'more than one statement'],
  ])('refuses %s and names the file', (_, text, reason) => {
    expect(() => parseCypherFile('a/b', text)).toThrow(`cypher/a/b.cypher: `);
    expect(() => parseCypherFile('a/b', text)).toThrow(reason);
  });
});

describe('splitStatements', () => {
  it('drops comments and blanks', () => {
    expect(splitStatements('// one\nCREATE A;\n\n// two\nCREATE B\n;\n')).toEqual(['CREATE A', 'CREATE B']);
  });
});
