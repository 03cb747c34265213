import { readFileSync } from 'node:fs';

import { globSync } from 'node:fs';
import { extname } from 'node:path';

import ts from 'typescript';
import { expect, it } from 'vitest';

// Every sentence that people read is plain American English (docs/glossary.md has the product's words). This keeps out what
// a reader stumbles over: stiff or foreign phrases, British spelling, and words for which the product has another.

const STIFF = [
  /\b(?:shall|whoever|whosoever|somebody|nobody|thereby|whereof|hereby|herein)\b/i,
  /\bone[’']s\b/i,
  /\bof (?:the house|theirs|yours alone)\b/i,
  /\b(?:being made|being looked at|what is to|is to be|are to be|goes on|lies here|comes? to (?:its|an) end)\b/i,
  /\bplease (?:say|look)\b/i,
];
const BRITISH =
  /\b(?:colour|favourite|cancell(?:ed|ing)|grey|organis|recognis|licence|behaviour|centre|catalogue|programme)\w*/i;
/** Words for which the product has another: email, image or photo, expire. */
const OTHER_WORD = [
  /(?<![-_.\w/])mails?(?![-_.\w/])/i,
  /(?<![-_.\w/])pictures?(?![-_.\w/])/i,
  /\blaps(?:e|es|ed|ing)\b/i,
];
const BANNED = [...STIFF, BRITISH, ...OTHER_WORD];

/** Texts of the code that people can't read, or that must stay as they are. */
const ALLOWED: readonly RegExp[] = [];

function isCode(file: string): boolean {
  return /\.(?:test|spec)\.tsx?$|\.d\.ts$|^app\/lib\/prisma\//.test(file) === false;
}

/** The texts of a module that may be shown: what is between tags, and literals that have several words. */
function textsOf(file: string): string[] {
  const kind = extname(file) === '.tsx' ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    kind,
  );
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxText(node)) texts.push(node.text);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      if (/\p{L}+ \p{L}+/u.test(node.text)) texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

function found(text: string): string | undefined {
  if (ALLOWED.some((allowed) => allowed.test(text))) return undefined;
  for (const banned of BANNED) {
    const match = banned.exec(text);
    if (match) return match[0];
  }
  return undefined;
}

const MODULES = globSync(['app/**/*.{ts,tsx}', 'server/**/*.ts']).filter(isCode);
const PAGES = globSync(['app/**/*.md', 'README.md', 'docs/*.md', 'CHANGELOG.md', 'SECURITY.md']);

it('finds texts between tags, in literals, and in templates', () => {
  expect(MODULES.length).toBeGreaterThan(900);
  expect(textsOf('app/ui/texts.ts').length).toBeGreaterThan(0);
  expect(found('Nobody shall wait.')).toBeDefined();
  expect(found('Your email is on its way.')).toBeUndefined();
});

it('no text of the app uses a banned word', () => {
  const complaints = MODULES.flatMap((file) =>
    textsOf(file).flatMap((text) => {
      const word = found(text);
      return word === undefined ? [] : [`${file}: “${word}” in: ${text.slice(0, 160)}`];
    }),
  );
  expect(complaints).toEqual([]);
});

it('no page of help, law, or documentation uses a banned word', () => {
  const complaints = PAGES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const word = found(line.replace(/`[^`]*`/g, ''));
        return word === undefined ? [] : [`${file}:${at + 1}: “${word}”`];
      }),
  );
  expect(complaints).toEqual([]);
});
