import jsxA11y from 'eslint-plugin-jsx-a11y';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const ONE_PLACE_EACH = [
  {
    selector: "CallExpression[callee.property.name='normalize'][arguments.0.value=/^NFK?[CD]$/]",
    message:
      'Its time grows with the square of a run of marks: call normalizeText of lib/text/normalize.',
  },
  {
    selector: "CallExpression[callee.property.name='formData']",
    message: 'It takes as many fields as come: call readForm of app/http/read-body.server.',
  },
];

const ONE_WAY_TO_COMPOSE = {
  selector: "MemberExpression[property.name='isComposing']",
  message: 'Safari also needs another sign: call isComposing of ui/keyboard.',
};

const NO_INTL_AT_IMPORT = {
  selector:
    ":matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.object.name='Intl']",
  message:
    'A browser’s first Intl object takes tens of milliseconds, which would delay every page: make it on first use.',
};

/** Every text follows the person's conventions and zone, and is the same on the server and in the browser. */
const ONE_FORMATTER_EACH = [
  {
    selector:
      "MemberExpression[object.name='Intl'][property.name=/^(?:DateTimeFormat|NumberFormat|RelativeTimeFormat|DurationFormat)$/]",
    message:
      'Server and browser may disagree, and the person’s region and time zone are ignored: call a formatter of lib/format.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^to(?:Locale(?:Date|Time)?|Date|Time|UTC)String$/]',
    message:
      'Server and browser may disagree, and the person’s region and time zone are ignored: call a formatter of lib/format.',
  },
  {
    selector:
      'CallExpression[callee.name=/^format(?:Number|Count|Compact|Bytes|Money|Duration|Day|ShortDay|Moment|Time)$/]:not(:function *)',
    message:
      'A module is loaded once, for everyone: format when the text is needed, by the conventions of the person who reads it.',
  },
];

export default tseslint.config(
  { ignores: ['node_modules', 'build', 'data', 'app/lib/prisma', 'test-results', '.cache'] },
  ...tseslint.configs.recommended,
  jsxA11y.flatConfigs.recommended,
  {
    // The rules that need types and those of React are in .oxlintrc.json (docs/decisions/0086).
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      'no-console': 'error',
    },
  },
  {
    // Obvious mistakes in regular expressions; scripts/regexes.test.ts checks how long they take.
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-contradiction-with-assertion': 'error',
      'regexp/no-dupe-disjunctions': 'error',
      'regexp/no-empty-alternative': 'error',
      'regexp/no-empty-capturing-group': 'error',
      'regexp/no-empty-character-class': 'error',
      'regexp/no-empty-group': 'error',
      'regexp/no-empty-lookarounds-assertion': 'error',
      'regexp/no-invalid-regexp': 'error',
      'regexp/no-lazy-ends': 'error',
      'regexp/no-misleading-capturing-group': 'error',
      'regexp/no-misleading-unicode-character': 'error',
      'regexp/no-missing-g-flag': 'error',
      'regexp/no-optional-assertion': 'error',
      'regexp/no-potentially-useless-backreference': 'error',
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-useless-assertions': 'error',
      'regexp/no-useless-backreference': 'error',
      'regexp/no-useless-dollar-replacements': 'error',
      'regexp/no-zero-quantifier': 'error',
      'regexp/strict': 'error',
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'server/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...ONE_PLACE_EACH,
        ...ONE_FORMATTER_EACH,
        ONE_WAY_TO_COMPOSE,
        NO_INTL_AT_IMPORT,
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.server.{ts,tsx}', '**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'crypto',
          property: 'randomUUID',
          message: 'Browsers have it on https only: take newClientKey of lib/client-key.',
        },
      ],
    },
  },
  {
    files: ['app/**/routes/*.ts', 'app/**/*.server.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'Readable',
          property: 'fromWeb',
          message:
            'A body that breaks before it is read ends the process: take bodyOf of app/http.',
        },
      ],
    },
  },
  {
    files: ['app/**/*.server.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...ONE_PLACE_EACH,
        ...ONE_FORMATTER_EACH,
        {
          selector: "CallExpression[callee.name='transaction'] > :function Identifier[name='sql']",
          message:
            'It waits for a second connection while it holds one; when all do, none goes on.',
        },
      ],
    },
  },
  {
    // The formatters themselves.
    files: ['app/lib/{format/*,local-days,time-zones}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...ONE_PLACE_EACH, NO_INTL_AT_IMPORT] },
  },
  {
    files: ['tests/**'],
    ignores: ['tests/bench/**', 'tests/harness/eventually.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "Property[key.name='timeout'] > Literal[raw=/^(?:[5-9]|\\d{2,3})_\\d{3}$/]",
          message:
            'A limit ends a hang and measures nothing: leave it out, or take one of tests/harness/eventually.ts.',
        },
      ],
    },
  },
  {
    // These print to a terminal.
    files: ['server/**', 'scripts/**', 'prisma/**', 'tests/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['app/lib/text/normalize.ts', 'app/http/read-body.server.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
