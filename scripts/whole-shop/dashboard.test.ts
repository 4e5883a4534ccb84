import { readFileSync } from 'node:fs';
import { startRoles, type RunningRoles } from '@nordhaut/platform/life-cycle';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assembleProcess, type ShopProcess } from '@nordhaut/shop/assemble';
import { readShopConfig } from '@nordhaut/shop/config';
import { frozen } from './fixtures/frozen-events.ts';
import { testEnvironment, testShop, type TestShop } from './fixtures/test-shop.ts';

const file = (path: string): string => readFileSync(new URL(`../../infra/${path}`, import.meta.url), 'utf8');
type Panel = { title: string; targets?: { expr: string }[] };
type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };
const page = file('production.md');
const dashboard = JSON.parse(file('grafana/dashboards/nordhaut.json')) as {
  panels: Panel[];
  templating: { list: { name: string; query: { query: string } }[] };
};
const rules = (parse(file('prometheus/rules.yml')) as Rules).groups.flatMap((group) => group.rules);

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...dashboard.templating.list.map(({ name, query }) => [`$${name}`, query.query] as const),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

/** Labels and metrics that Prometheus itself adds. */
const ADDED = new Set(['role', 'instance', 'job']);
const ITS_OWN = new Set(['up']);
const WORDS = new Set(['by', 'without', 'and', 'or', 'unless', 'on', 'ignoring', 'group_left', 'group_right', 'offset', 'bool']);

type Use = { metric: string; matchers: { label: string; operator: string; value: string }[] };

/** The metrics that an expression uses, with their labels. Reads only the part of PromQL that our files use. */
function usesOf(expr: string): { uses: Use[]; grouped: string[] } {
  const values = /label_values\((\w+), (\w+)\)/.exec(expr);
  if (values) return { uses: [{ metric: values[1] as string, matchers: [] }], grouped: [values[2] as string] };
  const grouped: string[] = [];
  const rest = expr.replace(/\b(?:by|without)\s*\(([^)]*)\)/g, (_, labels: string) => {
    grouped.push(...labels.split(',').map((label) => label.trim()));
    return ' ';
  });
  const uses: Use[] = [];
  const bare = rest.replace(/([a-z_:][\w:]*)\{((?:"[^"]*"|[^}"])*)\}/gi, (_, metric: string, inside: string) => {
    const matchers = [...inside.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => ({
      label,
      operator,
      value,
    }));
    uses.push({ metric, matchers });
    return ' ';
  });
  for (const [, name = '', call] of bare.replace(/\[[^\]]*\]/g, ' ').matchAll(/([a-z_][\w:]*)\s*(\()?/gi))
    if (call === undefined && !WORDS.has(name)) uses.push({ metric: name, matchers: [] });
  return { uses, grouped };
}

let shop: TestShop;
let withKafka: ShopProcess;
let running: RunningRoles;
const labelsOf = new Map<string, readonly string[]>();
/** everything that the processes export at their start */
let exported = '';
beforeAll(async () => {
  shop = await testShop();
  // Metrics that only a shop with Kafka has. Both roles export them also without a broker.
  const config = readShopConfig({ ...testEnvironment(shop.databaseUrl, 0, shop.simulators.url), KAFKA_BROKERS: '127.0.0.1:1' });
  withKafka = await assembleProcess(config, silentLogger(), new Set(['relay', 'realtime']));
  running = await startRoles(withKafka.roles, silentLogger());
  for (const { engine } of [shop.shop, withKafka]) {
    const text = await engine.metrics.text();
    exported += text;
    for (const metric of engine.metrics.registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames: string[] }[]) {
      if (!text.includes(`# TYPE ${metric.name} `)) continue;
      const names = metric.type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => metric.name + end) : [metric.name];
      for (const name of names) labelsOf.set(name, name.endsWith('_bucket') ? [...metric.labelNames, 'le'] : metric.labelNames);
    }
  }
});
afterAll(async () => {
  await running.stop();
  await withKafka.close();
  await shop.close();
});

function problemsOf(expr: string): string[] {
  const { uses, grouped } = usesOf(expr);
  const problems: string[] = uses.length === 0 ? ['it asks for nothing'] : [];
  const known = new Set<string>(ADDED);
  for (const { metric, matchers } of uses.filter((use) => !ITS_OWN.has(use.metric))) {
    const own = labelsOf.get(metric);
    if (!own) {
      problems.push(`no process tells ${metric}`);
      continue;
    }
    for (const label of own) known.add(label);
    for (const { label } of matchers) if (!own.includes(label) && !ADDED.has(label)) problems.push(`${metric} has no label ${label}`);
  }
  return [...problems, ...grouped.filter((label) => !known.has(label)).map((label) => `nothing in it has the label ${label}`)];
}

test('the gateway keeps the paths of operators inside', () => {
  const caddyfile = file('gateway/Caddyfile');
  const [, inside = ''] = /@inside path (.*)/.exec(caddyfile) ?? [];
  const paths = shop.shop.app.registeredRoutes.filter(({ access, url }) => access === 'operations' && url !== '/livez');
  expect(paths.length).toBeGreaterThan(1);
  // With a slash at the end the shop answers as well.
  for (const { url } of paths) expect(inside.split(' ')).toEqual(expect.arrayContaining([url, `${url}/*`]));
});

test('the gateway lets the address of the support console through, where it has its own', () => {
  const { services } = parse(file('../docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
    services: { gateway: { environment: object } };
  };
  expect(Object.keys(services.gateway.environment)).toContain('CONSOLE_URL');
  expect(file('gateway/Caddyfile')).toMatch(/map "\{\$CONSOLE_URL\}" \{console_url\}[^]*expression `.*!\{console_url\}\.endsWith/);
});

test('the log of Postgres has no values of statements', () => {
  const settings = file('postgres/postgresql.conf');
  expect(settings).toMatch(/^log_min_duration_statement = /m);
  expect(settings).toMatch(/^log_parameter_max_length = 0$/m);
});

describe('the dashboard and the alerts', () => {
  test('use at least one metric', () => {
    expect(dashboard.panels.filter(({ targets }) => targets).length).toBeGreaterThan(20);
    expect(rules.length).toBeGreaterThan(10);
    expect(
      usesOf('sum by (le) (rate(a_bucket{route=~"$route", x!="}"}[5m])) / b > 0.1 and max(c) < 3').uses.map(({ metric }) => metric),
    ).toEqual(['a_bucket', 'b', 'c']);
  });

  test('use only metrics and labels that the shop exports', () => {
    expect(expressions.flatMap(([title, expr]) => problemsOf(expr).map((problem) => `${title}: ${problem}`))).toEqual([]);
    expect(problemsOf('sum by (wether) (no_such_metric{status="1"} + http_request_duration_seconds_count{stauts="200"})')).toEqual([
      'no process tells no_such_metric',
      'http_request_duration_seconds_count has no label stauts',
      'nothing in it has the label wether',
    ]);
  });

  // Prometheus sees no step in a series that begins with 1, so the first dead letter of a process would alert nobody.
  test('begin with 0 where one event is enough for an alert', () => {
    const counters = rules.flatMap(({ expr }) => /increase\((\w+).*\) > 0$/.exec(expr)?.[1] ?? []);
    // What is due fails in each pass again, so its second step is seen.
    const once = counters.filter((name) => name !== 'due_failures_total');
    expect(once.length).toBeGreaterThan(2);
    for (const name of once) expect(exported).toMatch(new RegExp(`^${name}\\{.*\\} 0$`, 'm'));
  });

  test('have a line each on the page for operators', () => {
    const lines = page.slice(page.indexOf('| Alert | Means | Do |')).split('\n\n', 1)[0] ?? '';
    expect(rules.map(({ alert }) => alert).filter((alert) => !new RegExp(`\\b${alert}\\b`).test(lines))).toEqual([]);
  });

  test('name only routes and events that exist', () => {
    const routes = shop.shop.app.registeredRoutes.map(({ url }) => url);
    const types = new Set(frozen.events.map(({ type }) => type));
    const exact = expressions
      .flatMap(([, expr]) => usesOf(expr).uses.flatMap(({ matchers }) => matchers))
      .filter(({ operator }) => operator === '=');
    const ofLabel = (label: string): string[] => [...new Set(exact.filter((one) => one.label === label).map(({ value }) => value))];
    expect(ofLabel('route').length).toBeGreaterThan(0);
    for (const route of ofLabel('route')) expect(routes).toContain(route);
    expect(ofLabel('type').length).toBeGreaterThan(3);
    for (const type of ofLabel('type')) expect([...types]).toContain(type);
  });
});
