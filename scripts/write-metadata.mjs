// Generates src/metadata.ts, which the service loads: types and comments of response fields (src/**/*.dto.ts), as read
// by Nest's swagger plugin. `--check` writes nothing and fails if the file is outdated. Nest's command line does the
// same with a full type check; this reads only the responses and their imports.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ReadonlyVisitor } from '@nestjs/swagger/plugin';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src');
const target = join(source, 'metadata.ts');
const { factory, SyntaxKind } = ts;

const answers = readdirSync(source, { recursive: true })
  .filter((name) => name.endsWith('.dto.ts'))
  .sort()
  .map((name) => join(source, name));

const readProgram = () => {
  const options = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.CommonJS,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
    experimentalDecorators: true,
    rootDir: source,
    outDir: join(root, 'dist'),
  };
  const host = ts.createCompilerHost(options);
  // Response fields have no types of packages, which take most of the time.
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      const file = `${resolve(dirname(from), text)}.ts`;
      return {
        resolvedModule:
          text.startsWith('.') && ts.sys.fileExists(file) ? { resolvedFileName: file, extension: '.ts' } : undefined,
      };
    });
  // The plugin recognizes `T[]` as an array, but not `readonly T[]`.
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file.endsWith('.dto.ts')
      ? ts.createSourceFile(
          file,
          readFileSync(file, 'utf8').replace(/([:(]) readonly (?=[^;]*\])/g, '$1 '),
          rest[0],
          true,
        )
      : getSourceFile(file, ...rest);
  return ts.createProgram({ rootNames: answers, options, host });
};

/** Queries describe and validate their parameters with decorators. */
const isAnswer = (name) => !name.endsWith('Query');

/** Joins comment lines, and sorts enumeration values. */
const normalised = (node) => {
  if (!ts.isPropertyAssignment(node)) return node;
  const { name, initializer: value } = node;
  if (name.text === 'description' && ts.isStringLiteral(value))
    return factory.createPropertyAssignment(name, factory.createStringLiteral(value.text.replace(/\s+/g, ' ')));
  if (name.text === 'enum' && ts.isArrayLiteralExpression(value)) {
    const words = [...value.elements].sort((a, b) => (a.text < b.text ? -1 : 1));
    return factory.createPropertyAssignment(name, factory.createArrayLiteralExpression(words));
  }
  return node;
};

const program = readProgram();
const { compilerOptions } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
const visitor = new ReadonlyVisitor({ ...compilerOptions.plugins[0].options, pathToSource: source });
for (const file of answers) visitor.visit(program, program.getSourceFile(file));

/** Tags of the type of a field in src/platform/http/field.ts, as members of its schema, in the order of the tags. */
const checker = program.getTypeChecker();
const formatOf = (type) => {
  const named = (ts.isUnionTypeNode(type) ? [...type.types] : [type]).filter(ts.isTypeReferenceNode);
  return named.flatMap(({ typeName }) => {
    const imported = checker.getSymbolAtLocation(typeName);
    if (imported === undefined || !(imported.flags & ts.SymbolFlags.Alias)) return [];
    const symbol = checker.getAliasedSymbol(imported);
    const isFormat = symbol.declarations?.[0]?.getSourceFile().fileName.endsWith('src/platform/http/field.ts');
    return isFormat ? symbol.getJsDocTags() : [];
  });
};
const valueOf = (text) => {
  if (text === 'number[]')
    return factory.createArrowFunction(
      undefined,
      undefined,
      [],
      undefined,
      undefined,
      factory.createArrayLiteralExpression([factory.createIdentifier('Number')]),
    );
  return /^\d+$/.test(text) ? factory.createNumericLiteral(text) : factory.createStringLiteral(text);
};
const formats = new Map(
  answers.flatMap((file) =>
    program
      .getSourceFile(file)
      .statements.filter(ts.isClassDeclaration)
      .flatMap(({ name, members }) =>
        members
          .filter((member) => ts.isPropertyDeclaration(member) && member.type !== undefined)
          .map((member) => [`${name.text}.${member.name.text}`, formatOf(member.type)]),
      ),
  ),
);

const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
const blank = ts.createSourceFile('metadata.ts', '', ts.ScriptTarget.ES2023);
const print = (node) => printer.printNode(ts.EmitHint.Unspecified, node, blank);
const fieldsOf = (name, object) =>
  factory.createObjectLiteralExpression(
    object.properties.map((field) => {
      const stated = new Map(
        formats
          .get(`${name}.${field.name.text}`)
          ?.map(({ name: tag, text }) => [tag, factory.createPropertyAssignment(tag, valueOf(text[0].text))]),
      );
      const own = field.initializer.properties.map((one) => {
        const instead = stated.get(one.name.text);
        stated.delete(one.name.text);
        return instead ?? normalised(one);
      });
      return factory.createPropertyAssignment(
        field.name,
        factory.createObjectLiteralExpression([...own, ...stated.values()]),
      );
    }),
  );

const models = visitor.collect().models.map(([file, classes]) => {
  const lines = Object.entries(classes)
    .filter(([name, object]) => isAnswer(name) && object.properties.length > 0)
    .map(([name, object]) => `  ${name}: ${print(fieldsOf(name, object))},\n`);
  return lines.length === 0 ? '' : `[await ${print(file)}, {\n${lines.join('')}}],\n`;
});
const imports = Object.entries(visitor.typeImports)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, load]) => `  ${JSON.stringify(path)}: ${load},\n`);
// The build leaves `import()` to Node, which needs the complete file name; `require` does not.
const required = (code) => code.replaceAll(/await import\(("[^"]*")\)/g, 'require($1)');
const text = `/* eslint-disable */
// @ts-nocheck Written by \`npm run metadata\` from the types and comments of src/**/*.dto.ts: not for editing.
export default async () => {
const t = {
${required(imports.join(''))}};
return { '@nestjs/swagger': { models: [
${required(models.join(''))}] } };
};
`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  process.stderr.write('src/metadata.ts is not up to date with the fields of answers: run "npm run metadata".\n');
  process.exitCode = 1;
}
