import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askedAt, memberOf, membersFor, type Plan, planOf, secondsOf } from '../../infra/load/plan.ts';
import { isMemberJourney, JOURNEYS, PROFILES, type JourneyName, type ProfileName } from '../../infra/load/profiles.ts';
import { thresholdsOf } from '../../infra/load/thresholds.ts';
import { CannotRun, isLoopback, readArguments } from './arguments.ts';

describe('the command line', () => {
  test('reads a profile and its options', () => {
    const options = readArguments(
      'load --target http://127.0.0.1:3000/ --rate 5 --duration 1m30s --journeys browse,look-up --out x'.split(' '),
    );
    expect(options).toMatchObject({
      wish: { profile: 'load', rate: 5, duration: 90, journeys: ['browse', 'look-up'], tolerant: false },
      target: 'http://127.0.0.1:3000',
      simulators: undefined,
      verbose: false,
    });
    expect(readArguments(['smoke', '--help'])).toBeUndefined();
  });

  test('a target without named members gets no journeys of members', () => {
    const target = 'load --target http://127.0.0.1:3000'.split(' ');
    expect(readArguments(target)).toMatchObject({
      wish: { members: false },
      leftOut: ['member-sign-in', 'member-checkout', 'member-coupon'],
    });
    expect(readArguments([...target, '--members', '50'])).toMatchObject({ wish: { members: true }, members: 50, leftOut: [] });
    expect(readArguments(['load'])).toMatchObject({ wish: { members: true }, members: undefined, leftOut: [] });
  });

  test('reads the processes of a target', () => {
    const args =
      'load --target http://127.0.0.1:3000 --metrics http=http://127.0.0.1:1/metrics --metrics relay=http://[::1]:2/metrics --about x';
    expect(readArguments(args.split(' '))).toMatchObject({
      metrics: [
        { name: 'http', url: 'http://127.0.0.1:1/metrics' },
        { name: 'relay', url: 'http://[::1]:2/metrics' },
      ],
      about: 'x',
    });
  });

  test('reads outputs of k6, and gives a file its whole path, because k6 runs in another folder', () => {
    const args = 'smoke --k6-out json=x/samples.json.gz --k6-out csv=/y.csv --k6-out opentelemetry --k6-out statsd';
    expect(readArguments(args.split(' '))?.outputs).toEqual([
      `json=${resolve('x/samples.json.gz')}`,
      'csv=/y.csv',
      'opentelemetry',
      'statsd',
    ]);
  });

  test.each([
    [[], /Which profile\?.*smoke/],
    [['nix'], /no profile "nix"/],
    [['smoke', 'load'], /one profile at a time/],
    [['smoke', '--target', 'ftp://localhost'], /http or https/],
    [['smoke', '--rate', '0'], /above 0/],
    [['smoke', '--duration', 'long'], /90s, 5m/],
    [['smoke', '--journeys', 'fly'], /no journey "fly"/],
    [['smoke', '--simulators', 'http://localhost:1'], /belongs to --target/],
    [['smoke', '--members', '5'], /belongs to --target/],
    [['smoke', '--target', 'http://127.0.0.1:1', '--members', '1.5'], /whole number/],
    [['smoke', '--target', 'http://127.0.0.1:1', '--journeys', 'member-checkout'], /need seeded members/],
    [['smoke', '--max-vus', '1.5'], /whole number/],
    [['smoke', '--k6-out', '=x.csv'], /like json=/],
    [['smoke', '--metrics', 'http://127.0.0.1:1/metrics'], /must be like/],
    [['smoke', '--metrics', 'shop=http://10.0.0.1/metrics'], /--i-own-this-target/],
    [['smoke', '--loud'], /'--loud'/],
    [['smoke', '--rate', '-3'], /^[^.]+\. --help lists the options\.$/],
  ])('refuses %j with one sentence', (args, words) => {
    expect(() => readArguments(args)).toThrow(CannotRun);
    expect(() => readArguments(args)).toThrow(words);
  });

  test.each(['shop.example.com', '10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com', '0.0.0.0', '[::2]', '169.254.1.1'])(
    'refuses %s without --i-own-this-target',
    (host) => {
      expect(() => readArguments(['smoke', '--target', `http://${host}:3000`])).toThrow(/--i-own-this-target/);
      expect(readArguments(['smoke', '--target', `http://${host}:3000`, '--i-own-this-target'])?.target).toBe(`http://${host}:3000`);
    },
  );

  test.each(['http://localhost:3000', 'http://127.8.9.1', 'http://[::1]:80', 'http://shop.localhost', 'http://0x7f000001'])(
    'accepts %s as this machine',
    (url) => {
      expect(isLoopback(new URL(url).hostname)).toBe(true);
    },
  );
});

describe('the plan', () => {
  const wish = (profile: ProfileName, more: object = {}) => planOf({ profile, members: true, tolerant: false, maxVus: 2_000, ...more });

  test.each(Object.keys(PROFILES) as ProfileName[])('%s divides its rate among the journeys and does not exceed it', (profile) => {
    const plan = wish(profile, { rate: 30, duration: 60 });
    const highest = Math.max(...Array.from({ length: 601 }, (_, tenth) => askedAt(plan, tenth / 10)));
    expect(highest).toBeGreaterThan(29);
    expect(highest).toBeLessThan(31);
    for (const { stages, vus, maxVus } of plan.journeys) {
      expect(stages.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(60, 5);
      expect(vus).toBeLessThanOrEqual(maxVus);
    }
  });

  test('a run that ends when a bound breaks has abort conditions, as breakpoint has', () => {
    const aborts = (plan: Plan) =>
      Object.values(thresholdsOf(plan))
        .flat()
        .filter((one) => typeof one !== 'string').length;
    expect(aborts(wish('soak'))).toBe(0);
    expect(readArguments(['soak', '--stop-when-broken'])?.wish).toMatchObject({ untilItBreaks: true });
    expect(aborts(wish('soak', { untilItBreaks: true }))).toBeGreaterThan(10);
    expect(aborts(wish('breakpoint'))).toBeGreaterThan(8);
  });

  test('at a constant rate, the arrivals are rate times duration', () => {
    const { journeys } = wish('load', { rate: 17, duration: 10 });
    expect(journeys.map(({ name, arrivals }) => [name, arrivals])).toEqual([
      ['guest-cod', 40],
      ['guest-card', 30],
      ['look-up', 20],
      ['browse', 30],
      ['guest-store', 20],
      ['member-sign-in', 10],
      ['member-checkout', 10],
      ['member-coupon', 10],
    ]);
  });

  test('without seeded members, the profile has its other journeys at the same rate', () => {
    const { journeys } = wish('load', { rate: 14, duration: 10, members: false });
    expect(journeys.map(({ name, arrivals }) => [name, arrivals])).toEqual([
      ['guest-cod', 40],
      ['guest-card', 30],
      ['look-up', 20],
      ['browse', 30],
      ['guest-store', 20],
    ]);
    expect(membersFor(wish('load', { members: false }))).toBe(0);
  });

  test('each shopper who can run at once has a member of their own', () => {
    const plan = wish('smoke');
    const members = membersFor(plan);
    const ofMembers = plan.journeys.filter(({ name }) => isMemberJourney(name));
    const taken = ofMembers.flatMap(({ name, maxVus }) =>
      Array.from({ length: maxVus }, (_, iteration) => memberOf(plan, members, name, 1_000 + iteration)),
    );
    expect(ofMembers.length).toBeGreaterThan(2);
    expect(new Set(taken).size).toBe(taken.length);
    expect(Math.min(...taken)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...taken)).toBeLessThanOrEqual(members);
    expect(memberOf(plan, 1, 'member-coupon', 7)).toBe(1);
    // A scenario of another script, which has no journeys of members, takes all members in turn.
    for (const other of [plan, wish('spike')])
      expect([0, 1, 9, 10].map((iteration) => memberOf(other, 10, 'default', iteration))).toEqual([1, 2, 10, 1]);
  });

  test.each(Object.keys(JOURNEYS) as JourneyName[])('%s alone has the bounds of what it does', (name) => {
    const demanded = Object.keys(thresholdsOf(wish('smoke', { journeys: [name] })));
    expect([demanded.includes('checkout_failed'), demanded.includes('push_missed')]).toEqual([
      !['browse', 'member-sign-in'].includes(name),
      ['guest-card', 'guest-store', 'look-up', 'member-checkout'].includes(name),
    ]);
  });

  test('limits the concurrent shoppers at a high rate', () => {
    const { journeys } = wish('breakpoint', { maxVus: 100 });
    expect(journeys.reduce((sum, { maxVus }) => sum + maxVus, 0)).toBeLessThanOrEqual(104);
  });

  test.each([
    ['90', 90],
    ['90s', 90],
    ['5m', 300],
    ['1h30m', 5_400],
    ['0.5s', 0.5],
    ['', undefined],
    ['0', undefined],
    ['5 minutes', undefined],
    ['-5s', undefined],
  ])('reads the duration "%s" as %s s', (text, seconds) => expect(secondsOf(text)).toBe(seconds));
});
