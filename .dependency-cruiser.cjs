/**
 * Features form layers: each may use the doors of those listed, and no two may use each other. What two features need of
 * each other is composed above them (a route passes a component, registry.server.ts registers a function).
 */
const MAY_USE = {
  email: [],
  accounts: ['email'],
  billing: ['accounts', 'email'],
  brand: ['accounts', 'billing'],
  copywriting: ['accounts', 'billing', 'brand'],
  chat: ['accounts', 'billing', 'brand', 'copywriting'],
  media: ['accounts', 'billing', 'brand', 'chat', 'email'],
  onboarding: ['accounts', 'billing', 'brand', 'chat', 'copywriting', 'email', 'media'],
  'import-export': ['accounts', 'brand', 'chat', 'email'],
  help: ['accounts', 'billing', 'chat', 'email'],
  site: [
    ...['accounts', 'billing', 'brand', 'chat', 'copywriting', 'email', 'help', 'import-export'],
    'media',
  ],
  admin: ['accounts', 'billing', 'email', 'help', 'site'],
};

const layers = Object.entries(MAY_USE).map(([feature, allowed]) => ({
  name: `layers-${feature}`,
  comment:
    `${feature} may use ${allowed.join(', ') || 'no other feature'}. Compose the two above them, or register a function in ` +
    'registry.server.ts (docs/architecture.md).',
  severity: 'error',
  // Route modules are above the features.
  from: { path: `^app/features/${feature}/`, pathNot: '/routes/' },
  to: {
    path: '^app/features/[^/]+/',
    pathNot: [feature, ...allowed].map((name) => `^app/features/${name}/`),
  },
}));

/**
 * Imports run one way (docs/architecture.md): registry and entry points -> route modules -> a feature's own files, other
 * features' doors, engine, gateways, http, ui, lib. Each rule says what to do instead.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or need a third below both.',
      severity: 'error',
      from: { pathNot: '^app/lib/prisma/' },
      to: { circular: true },
    },
    {
      name: 'routes-are-leaves',
      comment: 'A route module is mounted by its address. Move what others need into the feature.',
      severity: 'error',
      from: { path: '^(app|server|scripts|prisma)/' },
      // The browser's client takes an API's types from its declaration.
      to: { path: '^app/(features|engine)/.*/routes/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'top-level-uses-doors',
      comment:
        'Reach a feature through index.ts (browser) or index.server.ts (server). Export what is needed there.',
      severity: 'error',
      from: { path: '^app/(root\.tsx|entry\.|lifecycle|registry)' },
      to: {
        path: '^app/(features|engine)/[^/]+/',
        pathNot: '^app/(features|engine)/[^/]+/index(\.server)?\.ts$',
      },
    },
    {
      name: 'routes-have-no-tables',
      comment: 'Reads and writes belong to the noun, in its -data.server.ts file.',
      severity: 'error',
      from: { path: '^app/.*/routes/' },
      to: { path: '^app/(engine/(queue|events|user-data)/|lib/(db|prisma)/)' },
    },
    {
      name: 'features-use-doors',
      comment: 'Import another feature from its index.ts or index.server.ts, never from its files.',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: {
        path: '^app/features/[^/]+/',
        pathNot: ['^app/features/$1/', '^app/features/[^/]+/index(\\.server)?\\.ts$'],
      },
    },
    {
      name: 'engine-doors',
      comment: 'Import a part of the engine from its index.ts or index.server.ts.',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/engine/' },
      to: { path: '^app/engine/[^/]+/', pathNot: '^app/engine/[^/]+/index(\\.server)?\\.ts$' },
    },
    {
      name: 'engine-parts-use-doors',
      comment: 'Import another part of the engine from its door.',
      severity: 'error',
      from: { path: '^app/engine/([^/]+)/' },
      to: {
        path: '^app/engine/[^/]+/',
        pathNot: ['^app/engine/$1/', '^app/engine/[^/]+/index(\\.server)?\\.ts$'],
      },
    },
    {
      name: 'engine-knows-no-feature',
      comment:
        'The engine runs what features register (registry.server.ts). Declare what it needs of a feature as an interface, and ' +
        'have the feature register it.',
      severity: 'error',
      from: { path: '^app/engine/' },
      to: { path: '^app/features/' },
    },
    {
      name: 'gateways-use-lib',
      comment: 'An adapter knows the outside system and nothing of the product.',
      severity: 'error',
      from: { path: '^app/gateways/' },
      to: { path: '^(app|server)/', pathNot: '^app/(gateways|lib|settings)/' },
    },
    {
      name: 'http-uses-lib',
      comment:
        'What carries a request knows no product noun: what it needs of a feature is registered (gate.server.ts).',
      severity: 'error',
      from: { path: '^app/http/' },
      to: { path: '^(app|server)/', pathNot: '^app/(http|lib|settings)/' },
    },
    {
      name: 'ui-uses-lib',
      comment: 'A component that knows a product noun belongs to that feature.',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: '^(app|server)/', pathNot: ['^app/(ui|lib)/'] },
    },
    {
      name: 'lib-uses-nothing-of-ours',
      comment: 'lib knows no product noun and stands below everything else but the settings.',
      severity: 'error',
      from: { path: '^app/lib/' },
      to: { path: '^(app|server)/', pathNot: '^app/(lib|settings)/' },
    },
    {
      name: 'settings-use-nothing-of-ours',
      comment: 'The server reads the settings before the build can be loaded.',
      severity: 'error',
      from: { path: '^app/settings/' },
      to: {
        path: '^(app|server)/',
        pathNot: ['^app/settings/', '^app/lib/singleton\\.server\\.ts$'],
      },
    },
    {
      name: 'server-takes-types-only',
      comment:
        'A runtime import would evaluate the module twice: values come through build.entry.module. Only the settings ' +
        'are read before the build can be loaded; that module keeps no state.',
      severity: 'error',
      from: { path: '^server/' },
      to: {
        path: '^app/',
        pathNot: '^app/settings/env\\.server\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'prisma-in-its-places',
      comment: 'Only server files of features and the engine, and lib/db, see the database client.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: ['^app/(features|engine)/.*\\.server(\\.test)?\\.ts$', '^app/lib/(db|prisma)/'],
      },
      to: { path: '^app/lib/prisma/' },
    },
    {
      name: 'app-does-not-import-tests',
      comment: 'What both need belongs to the app.',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/' },
    },
    {
      name: 'app-stands-alone',
      comment:
        'The build has only app/, and the stamp that says what it was made from covers nothing else.',
      severity: 'error',
      from: { path: '^app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(docs|prisma|scripts|server)/' },
    },
    {
      name: 'no-unresolved',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this file. Delete it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '/routes/',
          '^tests/',
          '(^|/)[^/]+\\.config\\.(js|ts)$',
          '^app/lib/prisma/',
        ],
      },
      to: {},
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
