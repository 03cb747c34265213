import { relative } from 'node:path';

import ts from 'typescript';

/** One possible text of a call of `Sql.query`, or of `query` of the driver's clients, with the declared row type. */
export interface Statement {
  /** `file:line` of the call. */
  at: string;
  text: string;
  /** The fields of its row type; null if the call uses no rows. */
  row: RowField[] | null;
  /** Whether a comment of its function or file says why it isn't Prisma Client, with "SQL:". */
  hasReason: boolean;
  /** Whether rows have the columns' own names: only `Sql` turns `user_id` into `userId`. */
  hasOwnNames: boolean;
}

export interface RowField {
  name: string;
  type: FieldType;
}

/** The possible values of a row's field, by its TypeScript type. */
export interface FieldType {
  /** As TypeScript prints it. */
  shown: string;
  nullable: boolean;
  /** `string`, `number`, `boolean`, `Date`, `bytes`, `json`, `bigint`, or `array of …`; several for a union. */
  kinds: string[];
  /** The strings of a union of literals. */
  literals: string[] | null;
}

export interface Collected {
  statements: Statement[];
  /** Calls whose text is assembled at run time; `text` is empty. */
  dynamic: Statement[];
}

/** Stands for the number of a parameter until the whole text is known. */
const PLACEHOLDER = '$?';

/** Numbers the text's parameters, after those that already have numbers. */
function numbered(text: string): string {
  let last = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return text.replaceAll(PLACEHOLDER, () => `$${++last}`);
}

/** The driver's own clients, for what runs outside the app's build or needs a connection of its own. */
const CLIENTS = new Set(['Client', 'ClientBase', 'PoolClient', 'Pool']);
/** Other commands, such as settings and transactions, have nothing to compare with the schema. */
const COMPARED = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/;

/** How many variants a text may have. */
const MAX_WAYS = 64;

/**
 * Collects all statements from the sources of app and server. A text may consist of constants, conditions, and function
 * calls. Of the driver's clients, texts assembled at run time are left out: backups make them from the catalog's names.
 */
export function collectStatements(root: string): Collected {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (found) => {
        throw new Error(ts.flattenDiagnosticMessageText(found.messageText, '\n'));
      },
    },
  );
  if (!config) throw new Error('tsconfig.json could not be read');
  const files = config.fileNames.filter((name) =>
    /\/(app|prisma)\/.*\.server\.ts$|\/server\/.*(?<!\.test)\.ts$/.test(name),
  );
  const program = ts.createProgram(files, { ...config.options, noEmit: true });
  const checker = program.getTypeChecker();
  const statements: Statement[] = [];
  const dynamic: Statement[] = [];

  for (const file of program.getSourceFiles()) {
    const path = relative(root, file.fileName);
    if (/^(app|server)\//.test(path) && !path.includes('/lib/db/')) visit(file);
  }
  return { statements, dynamic };

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) check(node);
    ts.forEachChild(node, visit);
  }

  function check(call: ts.CallExpression): void {
    if (!ts.isPropertyAccessExpression(call.expression)) return;
    if (call.expression.name.text !== 'query') return;
    const on = checker.getTypeAtLocation(call.expression.expression).getSymbol()?.name ?? '';
    const hasOwnNames = CLIENTS.has(on);
    if (on !== 'Sql' && !hasOwnNames) return;
    const source = call.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(call.expression.name.getStart());
    const at = `${relative(root, source.fileName)}:${line + 1}`;
    const text = call.arguments[0];
    const ways = text ? textsOf(text, new Map()) : null;
    if (hasOwnNames && !ways?.every((way) => COMPARED.test(way))) return;
    const row = rowOf(call);
    const hasReason = isExplained(call);
    if (!ways) {
      dynamic.push({ at, text: '', row, hasReason, hasOwnNames });
      return;
    }
    for (const way of new Set(ways.map(numbered))) {
      statements.push({ at, text: way, row, hasReason, hasOwnNames });
    }
  }

  /** Checks the comments before each statement around the call and at the head of the file. */
  function isExplained(call: ts.CallExpression): boolean {
    const source = call.getSourceFile();
    const text = source.getFullText();
    const comments = [text.slice(0, headEnd(source))];
    for (let node: ts.Node = call; node !== source; node = node.parent) {
      comments.push(text.slice(node.getFullStart(), node.getStart()));
    }
    return comments.some((comment) => /\bSQL: /.test(comment));
  }

  /** The end of the file's own comments, before those of its first declaration. */
  function headEnd(source: ts.SourceFile): number {
    const first = source.statements.find((statement) => !ts.isImportDeclaration(statement));
    if (!first) return 0;
    const text = source.getFullText();
    const last = ts.getLeadingCommentRanges(text, first.getFullStart())?.at(-1);
    if (!last) return first.getStart();
    const isItsOwn = !/\n\s*\n/.test(text.slice(last.end, first.getStart()));
    return isItsOwn ? last.pos : last.end;
  }

  /** The row type of the call's `Promise<Row[]>` or `Promise<QueryResult<Row>>`, declared or inferred. */
  function rowOf(call: ts.CallExpression): RowField[] | null {
    const result = checker.getAwaitedType(checker.getTypeAtLocation(call));
    const rows = result?.getProperty('rows');
    const list = rows ? checker.getTypeOfSymbol(rows) : result;
    const [row] = list ? checker.getTypeArguments(list as ts.TypeReference) : [];
    if (!row || row.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return null;
    return fieldsOf(row);
  }

  /** Every possible text of an expression; null if it's known only at run time. */
  function textsOf(node: ts.Expression, bound: Map<ts.Symbol, ts.Expression>): string[] | null {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isNumericLiteral(node)) return [node.text];
    if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, bound);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return textsOf(node.expression, bound);
    }
    if (ts.isConditionalExpression(node)) {
      return either(textsOf(node.whenTrue, bound), textsOf(node.whenFalse, bound));
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      return joined([textsOf(node.left, bound), textsOf(node.right, bound)]);
    }
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.flatMap((span) => [
        textsOf(span.expression, bound),
        [span.literal.text],
      ]);
      return joined([[node.head.text], ...parts]);
    }
    if (ts.isIdentifier(node)) return textsOfName(node, bound);
    if (ts.isCallExpression(node)) return textsOfCall(node, bound);
    if (ts.isElementAccessExpression(node)) return valuesOf(node.expression);
    return literalsOf(checker.getTypeAtLocation(node));
  }

  /** All values of a constant object. */
  function valuesOf(object: ts.Expression): string[] | null {
    const declared = declarationOf(object);
    let value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    if (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) {
      value = value.expression;
    }
    if (!value || !ts.isObjectLiteralExpression(value)) return null;
    const texts = value.properties.map((property) =>
      ts.isPropertyAssignment(property) ? textsOf(property.initializer, new Map()) : null,
    );
    return texts.every((text) => text !== null) ? texts.flat() : null;
  }

  function declarationOf(node: ts.Node): ts.Declaration | undefined {
    let symbol = checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    return symbol?.valueDeclaration;
  }

  /** The texts of an element in `const [text, value] = condition ? ['…', a] : ['…', b]`. */
  function textsAt(place: ts.BindingElement): string[] | null {
    const pattern = place.parent;
    const declared = pattern.parent;
    if (!ts.isArrayBindingPattern(pattern) || !ts.isVariableDeclaration(declared)) return null;
    const at = pattern.elements.indexOf(place);
    const listed = (node: ts.Expression | undefined): string[] | null => {
      if (!node) return null;
      if (ts.isConditionalExpression(node))
        return either(listed(node.whenTrue), listed(node.whenFalse));
      const element = ts.isArrayLiteralExpression(node) ? node.elements[at] : undefined;
      return element ? textsOf(element, new Map()) : null;
    };
    return listed(declared.initializer);
  }

  /** The text of `conditions.join(' AND ')` with the list's initial conditions, which always apply. */
  function textsOfJoin(node: ts.CallExpression): string[] | null {
    if (!ts.isPropertyAccessExpression(node.expression)) return null;
    if (node.expression.name.text !== 'join') return null;
    const declared = declarationOf(node.expression.expression);
    const list = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    const [separator] = node.arguments[0] ? (textsOf(node.arguments[0], new Map()) ?? []) : [];
    if (!list || !ts.isArrayLiteralExpression(list) || separator === undefined) return null;
    const parts = list.elements.map((element) => textsOf(element, new Map()));
    return joined(parts.flatMap((part, at) => (at === 0 ? [part] : [[separator], part])));
  }

  function textsOfName(node: ts.Identifier, bound: Map<ts.Symbol, ts.Expression>): string[] | null {
    let symbol = checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const given = symbol && bound.get(symbol);
    if (given) return textsOf(given, new Map());
    const declared = symbol?.valueDeclaration;
    if (declared && ts.isBindingElement(declared)) return textsAt(declared);
    if (declared && ts.isVariableDeclaration(declared) && declared.initializer) {
      const list = declared.parent;
      const constant = ts.isVariableDeclarationList(list) && list.flags & ts.NodeFlags.Const;
      if (constant) return textsOf(declared.initializer, bound);
    }
    return literalsOf(checker.getTypeAtLocation(node));
  }

  /** The texts of a function that only returns a text. */
  function textsOfCall(
    node: ts.CallExpression,
    outer: Map<ts.Symbol, ts.Expression>,
  ): string[] | null {
    const list = textsOfJoin(node);
    if (list) return list;
    if (isPlaceholder(node)) return [PLACEHOLDER];
    const declared = checker.getResolvedSignature(node)?.declaration;
    if (!declared || !('body' in declared) || !declared.body) return null;
    const { body } = declared;
    const returned = ts.isBlock(body)
      ? body.statements.length === 1 && ts.isReturnStatement(body.statements[0]!)
        ? body.statements[0].expression
        : undefined
      : (body as ts.Expression);
    if (!returned) return null;
    const bound = new Map(outer);
    declared.parameters.forEach((parameter, at) => {
      const symbol = checker.getSymbolAtLocation(parameter.name);
      const given = node.arguments[at] ?? parameter.initializer;
      if (symbol && given) bound.set(symbol, given);
    });
    return textsOf(returned, bound);
  }

  /** True for a call of a function like `(value) => `$${values.push(value)}``, which numbers parameters in order. */
  function isPlaceholder(node: ts.CallExpression): boolean {
    const body = checker.getResolvedSignature(node)?.declaration;
    return body !== undefined && /`\$\$\{\w+\.push\(/.test(body.getText());
  }

  function literalsOf(type: ts.Type): string[] | null {
    const types = type.isUnion() ? type.types : [type];
    const texts = types.map((each) =>
      each.isStringLiteral() || each.isNumberLiteral() ? String(each.value) : null,
    );
    return texts.every((text) => text !== null) ? texts : null;
  }

  function fieldsOf(row: ts.Type): RowField[] {
    return checker.getPropertiesOfType(row).map((property) => ({
      name: property.name,
      type: fieldType(checker.getTypeOfSymbol(property)),
    }));
  }

  function fieldType(type: ts.Type): FieldType {
    const types = type.isUnion() ? type.types : [type];
    const rest = types.filter(
      ({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
    );
    const literals = rest.map((each) => (each.isStringLiteral() ? each.value : null));
    return {
      shown: checker.typeToString(type),
      nullable:
        rest.length < types.length || !!(type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)),
      kinds: [...new Set(rest.map(kindOf))],
      literals: literals.length > 0 && literals.every((text) => text !== null) ? literals : null,
    };
  }

  function kindOf(type: ts.Type): string {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return 'json';
    if (flags & ts.TypeFlags.StringLike) return 'string';
    if (flags & ts.TypeFlags.NumberLike) return 'number';
    if (flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (flags & ts.TypeFlags.BigIntLike) return 'bigint';
    // A branded string.
    if (type.isIntersection()) return kindOf(type.types[0]!);
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      return element ? `array of ${fieldType(element).kinds.join('|')}` : 'json';
    }
    const name = type.getSymbol()?.name;
    if (name === 'Date') return 'Date';
    if (name === 'Buffer' || name === 'Uint8Array') return 'bytes';
    return 'json';
  }

  function either(one: string[] | null, other: string[] | null): string[] | null {
    return one && other ? [...one, ...other] : null;
  }

  function joined(parts: (string[] | null)[]): string[] | null {
    let ways = [''];
    for (const part of parts) {
      if (!part || ways.length * part.length > MAX_WAYS) return null;
      ways = ways.flatMap((way) => part.map((more) => way + more));
    }
    return ways;
  }
}
