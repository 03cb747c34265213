import { globSync, readFileSync } from 'node:fs';

import { checkSync } from 'recheck/lib/browser.js';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Expressions that may scan a text more than once, because the text is short. The value names what bounds the text,
 * which must be in the code.
 */
const BOUNDED: Readonly<Record<string, string>> = {
  'app/features/chat/conversations/settings/preview.ts': 'a preview has 100 characters',
  'app/features/chat/search/snippet.ts': 'a snippet has some 230 characters',
  'app/features/import-export/chatgpt/export-files.server.ts':
    'a path in a ZIP has 1,024 characters',
  'app/gateways/objects/seal.server.ts': 'the part behind the dot has 43 characters and no dot',
  'app/gateways/providers/provider-failure.ts': 'a refusal is read up to 10,000 characters',
  'app/lib/text/template.ts': 'templates are files of ours, looked at before anything is filled in',
  'app/lib/log-error.ts': 'messages are cut to 1,000 characters before',
  'server/postgres/postmaster.ts': "the end of PostgreSQL's own log, 16 KB",
};

/** Expressions that are assembled at run time, with what is inserted into them. */
const ASSEMBLED: Readonly<Record<string, string>> = {
  'app/features/brand/voice/facts/boasts.ts': 'constants; every repetition is bounded',
  'app/features/copywriting/wizard/variants/clean-variant.ts':
    'nouns of ours; reads one line of 240 characters',
  'app/features/copywriting/formats/find-urls.ts': 'constants; every repetition is bounded',
  'app/features/copywriting/formats/weighted-length.ts': 'constants; every repetition is bounded',
  'app/features/copywriting/formats/words.ts': 'a class of characters',
  'app/features/media/loras/lora.ts': 'a trigger word, without repetitions',
  'app/features/chat/search/words.ts': 'constants; single characters and runs of one class',
  'app/features/import-export/chatgpt/canvas.ts':
    'compared with constants, run in a process of its own',
  'app/gateways/ai/dialect.ts': 'names of ours',
  'app/gateways/email/outbox.server.ts': 'names of ours',
  'app/lib/markdown/definitions.ts':
    'constants; runs of one class between marks that none of them takes',
  'app/lib/markdown/split-blocks.ts': "a fence's own characters",
  'app/lib/text/normalize.ts':
    'constants; runs of one class, begun where no such character is before',
  'app/lib/files/temporary.server.ts': 'a constant',
};

/**
 * Expressions for which the checker takes from a thirtieth of a second to minutes. They passed once; without them it takes
 * two seconds. `CHECK_SLOW_REGEXES=1` includes them.
 */
const slow = new Set(
  process.env.CHECK_SLOW_REGEXES === '1'
    ? []
    : (JSON.parse(readFileSync('scripts/slow-regexes.json', 'utf8')) as string[]),
);

interface Found {
  file: string;
  source: string;
  flags: string;
}

function expressionsIn(file: string): { literals: Found[]; assembled: boolean } {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), 99, true, kind);
  const literals: Found[] = [];
  let assembled = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression)) {
      assembled = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { literals, assembled };
}

function isRegExp(expression: ts.Expression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'RegExp';
}

/** What is wrong with an expression, if anything. It's limited by steps, not by time, so busy machines don't matter. */
function problemOf({ source, flags }: Found): string | undefined {
  const found = checkSync(source, flags, {
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
    randomSeed: 1,
  });
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `not checked: ${found.error.kind}`;
  return `${found.complexity.summary}, for example on ${found.attack.pattern.slice(0, 120)}`;
}

const sources = globSync('{app,server}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('app/lib/prisma/'),
);
const found = sources.map((file) => ({ file, ...expressionsIn(file) }));

test('the checker finds expressions that take more than linear time', () => {
  const problem = (source: string) => problemOf({ file: '', source, flags: '' });
  expect(problem(String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`)).toMatch(/polynomial/);
  expect(problem(String.raw`\s+$`)).toMatch(/polynomial/);
  expect(problem('(a+)+b')).toMatch(/exponential/);
  expect(problem(String.raw`^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$`)).toBeUndefined();
});

test('every regular expression takes linear time', { timeout: 600_000 }, () => {
  const checked = new Set<string>();
  const problems: string[] = [];
  for (const { file, literals } of found) {
    if (file in BOUNDED) continue;
    for (const literal of literals) {
      const written = `/${literal.source}/${literal.flags}`;
      if (checked.has(written) || slow.has(written)) continue;
      checked.add(written);
      const problem = problemOf(literal);
      if (problem !== undefined) problems.push(`${file}: ${written}\n  ${problem}`);
    }
  }
  expect(problems.join('\n')).toBe('');
});

test('every expression that is assembled at run time is listed', () => {
  const files = found.filter(({ assembled }) => assembled).map(({ file }) => file);
  expect(files.filter((file) => !(file in ASSEMBLED))).toEqual([]);
});
