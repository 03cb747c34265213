/**
 * The one-way imports of the layout (docs/decisions/0001): routes -> feature doors, ui, lib; a feature -> itself, other
 * features' doors, gateways, realtime, jobs, ui, lib; gateways, realtime, jobs -> lib; ui -> lib; lib -> nothing of ours.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'What Prisma generates is its own affair.',
      severity: 'error',
      from: { pathNot: '^app/lib/prisma/' },
      to: { circular: true },
    },
    {
      name: 'nobody-imports-a-route',
      severity: 'error',
      from: { path: '^(app|server|scripts|prisma)/' },
      to: { path: '^app/routes/' },
    },
    {
      name: 'routes-use-feature-doors',
      comment: 'A route reaches a feature through index.ts (browser) or index.server.ts (server).',
      severity: 'error',
      from: { path: '^app/(routes/|root\\.tsx|entry\\.|lifecycle)' },
      to: { path: '^app/features/[^/]+/', pathNot: '^app/features/[^/]+/index(\\.server)?\\.ts$' },
    },
    {
      name: 'routes-have-no-tables',
      severity: 'error',
      from: { path: '^app/routes/' },
      to: { path: '^app/(gateways|jobs|lib/db|lib/prisma)' },
    },
    {
      name: 'features-use-feature-doors',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: {
        path: '^app/features/[^/]+/',
        pathNot: ['^app/features/$1/', '^app/features/[^/]+/index(\\.server)?\\.ts$'],
      },
    },
    {
      name: 'outer-rooms-use-lib-only',
      severity: 'error',
      from: { path: '^app/(gateways|realtime|jobs)/' },
      to: { path: '^(app|server)/', pathNot: ['^app/lib/', '^app/$1/'] },
    },
    {
      name: 'ui-uses-lib-only',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: '^(app|server)/', pathNot: ['^app/(ui|lib)/'] },
    },
    {
      name: 'lib-uses-nothing-of-ours',
      severity: 'error',
      from: { path: '^app/lib/' },
      to: { path: '^(app|server)/', pathNot: '^app/lib/' },
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
        pathNot: '^app/lib/env\\.server\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'prisma-in-its-places',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: ['^app/features/.*\\.server(\\.test)?\\.ts$', '^app/lib/(db|prisma)/'],
      },
      to: { path: '^app/lib/prisma/' },
    },
    {
      name: 'app-does-not-import-tests',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^app/routes/',
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
