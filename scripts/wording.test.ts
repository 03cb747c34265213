import { globSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

import ts from 'typescript';
import { expect, it } from 'vitest';

// Every sentence that people read is plain American English (docs/glossary.md has the product's words). This keeps out what
// a reader stumbles over: stiff or foreign phrases, British spelling, and words for which the product has another.

const STIFF = [
  /\b(?:shall|whoever|whosoever|somebody|thereby|whereof|hereby|herein)\b/i,
  /\bone[’']s\b/i,
  /\bof (?:the house|theirs|yours alone)\b/i,
  /\b(?:being made|being looked at|what is to|is to be|are to be|goes on|lies here|comes? to (?:its|an) end)\b/i,
  /\bplease (?:say|look)\b/i,
  /\b(?:for ever|of the moment|whomever|whence|gone on with)\b/i,
];
const BRITISH = [
  /\b(?:colour|favourite|cancell(?:ed|ing)|grey|organis|recognis|licence|behaviour|centre|catalogue|programme)\w*/i,
  /\b(?:honour|defence|labelled|learnt|whilst|amongst|artefact|judgement|enquir)\w*/i,
  /\b(?:author|custom|initial|minim|normal|optim|real|summar)is(?:e[ds]?|ing|ation)\b/i,
];
/** Words for which the product has another: email, image or photo, expire, encrypt. */
const OTHER_WORD = [
  /(?<![-_.\w/])mails?(?![-_.\w/])/i,
  /\be-mails?\b/i,
  /(?<![-_.\w/])pictures?(?![-_.\w/])/i,
  /\blaps(?:e|es|ed|ing)\b/i,
  /\b(?:en|de)cipher(?:s|ed|ing)?\b/i,
];
const BANNED = [...STIFF, ...BRITISH, ...OTHER_WORD];

/** Texts that only machines read, or that must stay as they were stored. */
const ALLOWED = [
  // SQL has the stored names.
  /\b(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b|^\) AS /,
  // Of long messages of an earlier release, and in headings that models write.
  /The text goes on from here|e-\?mail sequence/,
  // The words of help articles by which people search.
  /^Asked: /,
];

/** Other people's words. */
const LEFT_OUT = new Set([
  'app/features/copywriting/formats/top-level-domains.ts',
  // The words in which people ask for an image.
  'app/features/chat/images/asks-for-image.ts',
  // Names the words to avoid.
  'docs/glossary.md',
]);

function isCode(file: string): boolean {
  return !/\.(?:test|spec)\.tsx?$|\.d\.ts$|^app\/lib\/prisma\//.test(file);
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

const files = (...patterns: string[]) => globSync(patterns).filter((file) => !LEFT_OUT.has(file));
const MODULES = files('app/**/*.{ts,tsx}', 'server/**/*.ts').filter(isCode);
const PAGES = files(
  'app/**/*.md',
  'README.md',
  'docs/*.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
);
/** Files whose comments operators read. */
const COMMENTED = ['.env.example', 'docker-compose.yml', 'Dockerfile'];
/** Too short for a least length. */
const SHORT = files('compose/*');

/** The lines of a page, or those of a file that are comments; the rest are empty. Code and addresses are left out. */
function linesOf(file: string): string[] {
  const isPage = extname(file) === '.md';
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => (isPage || /^\s*#/.test(line) ? line : ''))
    .map((line) => line.replace(/`[^`]*`|\S+@\S+/g, ''));
}

it('finds texts between tags, in literals, and in templates', () => {
  expect(MODULES.length).toBeGreaterThan(900);
  expect(textsOf('app/ui/texts.ts').length).toBeGreaterThan(0);
  expect(found('You shall wait.')).toBeDefined();
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

it('no page of help, law, or documentation, and no comment for operators uses a banned word', () => {
  for (const file of COMMENTED) expect(linesOf(file).join('').length, file).toBeGreaterThan(1_000);
  const complaints = [...PAGES, ...COMMENTED, ...SHORT].flatMap((file) =>
    linesOf(file).flatMap((line, at) => {
      const word = found(line);
      return word === undefined ? [] : [`${file}:${at + 1}: “${word}”`];
    }),
  );
  expect(complaints).toEqual([]);
});
