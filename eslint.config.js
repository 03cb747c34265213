import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['node_modules', 'build', 'data', 'app/lib/prisma', 'test-results', '.cache'] },
  ...tseslint.configs.recommended,
  jsxA11y.flatConfigs.recommended,
  {
    files: ['app/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/only-throw-error': ['error', { allow: ['Response'] }],
      'no-console': 'error',
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
    files: ['app/**/*.server.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.name='transaction'] > :function Identifier[name='sql']",
          message:
            'It waits for a second connection while it holds one; when all do, none goes on.',
        },
      ],
    },
  },
  {
    // These speak to a terminal.
    files: ['server/**', 'scripts/**', 'prisma/**', 'tests/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Loaders and actions throw responses, which is how Remix redirects.
    files: ['app/routes/**', 'app/features/**/*.server.ts', 'app/lib/**'],
    rules: { '@typescript-eslint/only-throw-error': 'off' },
  },
);
