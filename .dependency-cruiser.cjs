const server = '^apps/server/src/'
const web = '^apps/web/src/'
const modules = `${server}modules/`
/** A module: a folder of a domain, or a domain that is one module. The notifications have rooms of their own. */
const aModule = '(product-notifications|[^/]+/[^/]+)/'
const tests = ['\\.test\\.tsx?$', '^(apps|packages)/[^/]+/src/test/']

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The directions in which code may depend on code. A capture group isolates all modules (all features) at once. */
module.exports = {
  forbidden: [
    rule(
      'no-circular',
      'Files that need each other are one thing: merge them, or let both depend on a third.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule('not-to-unresolvable', 'The imported file or package is not there.', {}, { couldNotResolve: true }),
    rule(
      'contracts-is-a-leaf',
      'The contracts are what everybody agrees on; they may need nobody.',
      { path: '^packages/contracts/' },
      { path: '^(apps|packages)/', pathNot: '^packages/contracts/' },
    ),
    rule(
      'contracts-import-zod-only',
      'The contracts run in the server and in the browser, and cost the browser their weight.',
      { path: '^packages/contracts/', pathNot: tests },
      { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-peer', 'npm-optional'], pathNot: '/zod/' },
    ),
    rule(
      'apps-meet-only-in-packages',
      'The server and the web app share code through packages/ only.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule('packages-know-no-app', 'A package can be used without the apps.', { path: '^packages/' }, { path: '^apps/' }),
    rule(
      'product-reaches-sandbox-by-protocol',
      'The product meets the stand-ins over HTTP only; the demo starts them, tests may.',
      { path: '^apps/', pathNot: [...tests, `${server}demo/`] },
      { path: '^packages/sandbox/' },
    ),
    rule(
      'browser-never-sees-senders',
      'Credentials and senders stay on the server.',
      { path: '^(apps/web|packages/inbox)/' },
      { path: '^packages/providers/src/.+/send\\.ts$' },
    ),
    rule(
      'inbox-is-a-guest',
      'The inbox runs on pages that are not ours: it knows the widget API and nobody else.',
      { path: '^packages/inbox/' },
      { path: '^(apps|packages)/', pathNot: '^packages/inbox/' },
    ),
    rule(
      'only-queries-touch-tables',
      'SQL of a module lives in its queries.',
      {
        path: server,
        pathNot: [
          `${server}(modules|notifications)/.+/queries(/|\\.)`,
          `${server}(db/|jobs/statements\\.ts$)`,
          ...tests,
        ],
      },
      { path: [`${server}db/schema/`, '^node_modules/drizzle-orm'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'policies-are-pure',
      'A policy is a pure predicate over contracts.',
      { path: `${modules}.+/policy\\.ts$` },
      { pathNot: ['^packages/contracts/'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'modules-meet-at-index',
      'Another module is used through its index.ts.',
      { path: `${modules}${aModule}`, pathNot: tests },
      { path: modules, pathNot: [`${modules}$1/`, `${modules}${aModule}index\\.ts$`] },
    ),
    rule(
      'nothing-imports-routes',
      'Routes are mounted by app.ts and called by nobody.',
      { pathNot: [`${server}(app|modules|notifications/api/routes)\\.ts$`, '/module\\.ts$', ...tests] },
      { path: [`${server}(modules/.+|notifications/api)/routes\\.ts$`, `${server}notifications/api/routes/`] },
    ),
    rule(
      'plumbing-knows-no-module',
      'What every module stands on cannot stand on a module.',
      { path: `${server}(db|http|lib|jobs|realtime)/`, pathNot: tests },
      { path: `${server}(modules|notifications)/` },
    ),
    rule(
      'notifications-serve-everybody',
      'The notification service knows nobody who uses it, and is used through its index.ts.',
      { path: `${server}notifications/`, pathNot: tests },
      { path: modules },
    ),
    rule(
      'notifications-are-used-at-index',
      'The notification service is used through its index.ts.',
      { path: `${server}(modules/|[^/]+\\.ts$)`, pathNot: [...tests, `${server}(app|modules)\\.ts$`] },
      { path: `${server}notifications/`, pathNot: `${server}notifications/index\\.ts$` },
    ),
    rule(
      'modules-know-no-entry-point',
      'A module gets what it needs through its context.',
      { path: `${server}(modules|notifications)/`, pathNot: tests },
      { path: `${server}[^/]+\\.ts$`, pathNot: `${server}(context|events|deps|define-module)\\.ts$` },
    ),
    rule(
      'features-do-not-meet',
      'Screens of two nouns are composed in routes/; what they share lives in components/ or lib/.',
      { path: `${web}features/([^/]+/[^/]+)/`, pathNot: tests },
      { path: `${web}features/`, pathNot: `${web}features/$1/` },
    ),
    rule(
      'features-know-no-route',
      'Routes know features, not the other way round.',
      { path: `${web}features/`, pathNot: tests },
      { path: `${web}routes/` },
    ),
    rule(
      'shared-ui-knows-no-feature',
      'Shared parts know nothing of the domain.',
      { path: `${web}(components|lib|queries)/`, pathNot: tests },
      { path: `${web}(features|routes)/` },
    ),
    rule(
      'product-imports-no-test-helper',
      'Helpers of tests stay in tests, and in the catalogue of parts, which is never built.',
      { path: '^(apps|packages)/', pathNot: [...tests, '^apps/web/catalogue/'] },
      { path: '/src/test/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['recado-source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
