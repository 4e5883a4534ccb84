import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomExponential, randomLcg } from 'd3-random';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CannotRun } from './arguments.ts';
import { compareCommand } from './compare-command.ts';
import { comparisonPage } from './compare-page.ts';
import { comparisonText } from './compare-words.ts';
import { compare, gotWorse, type Comparison } from './compare.ts';
import { differenceOf, type Weights } from './noise.ts';
import { makeFolder, readResult, writeResult } from './result-file.ts';
import type { LoadResult } from './result-shape.ts';

const MARGIN = 0.05;
/** A minute of the profile `load` at ten journeys a second. */
const file = fileURLToPath(new URL('fixtures/load-result.json', import.meta.url));
const recorded = readResult(file);

const worseOf = ({ rows }: Comparison): string[] =>
  rows.filter(({ verdict }) => verdict === 'worse').map(({ of, name }) => `${of}, ${name}`);
/** The recorded run with another journey, other processes or other facts. */
const changed = (change: (copy: LoadResult) => void): LoadResult => {
  const copy = structuredClone(recorded);
  change(copy);
  return copy;
};
const slower = changed(({ series }) => {
  const journey = series.journeys['guest-cod'];
  if (journey) journey.times = journey.times.map((times) => times.map((ms) => Math.round(ms * 1.5)));
});

const gotSlower = compare(recorded, slower, MARGIN);

describe('a comparison of two results', () => {
  test('of the same run says that nothing got worse, without a warning', () => {
    const comparison = compare(recorded, recorded, MARGIN);
    expect([worseOf(comparison), gotWorse(comparison), comparison.warnings.filter((words) => words.startsWith('Different'))]).toEqual([
      [],
      false,
      [],
    ]);
    expect(comparison.rows.map(({ verdict }) => verdict)).not.toContain('better');
    expect(comparisonText(comparison)).toMatch(/^NOT WORSE {2}0 of \d+ figures got worse/);
  });

  test('names the journey that became slower, and nothing else', () => {
    const comparison = gotSlower;
    expect(worseOf(comparison)).toEqual(['guest-cod, p50', 'guest-cod, p95']);
    const text = comparisonText(comparison);
    expect(text).toMatch(/^WORSE {2}2 of/);
    expect(text).toMatch(/Got worse\n {2}guest-cod, p50: [\d.]+ ms → [\d.]+ ms\n {2}guest-cod, p95: /);
    const back = compare(slower, recorded, MARGIN).rows.filter(({ verdict }) => verdict !== 'same' && verdict !== 'not judged');
    expect(back.map(({ of, name, verdict }) => `${of}, ${name}: ${verdict}`)).toContain('guest-cod, p50: better');
    expect(new Set(back.map(({ of, verdict }) => `${of}: ${verdict}`))).toEqual(new Set(['guest-cod: better']));
  });

  test('names failures, arrivals that could not begin, and processes that need more', () => {
    const after = changed(({ series }) => {
      const [browse, card] = [series.journeys['browse'], series.journeys['guest-card']];
      if (browse) browse.failed = browse.failed.map((_, slice) => Number(slice % 2 === 0));
      if (card) card.begun = card.begun.map(() => 0);
      for (const one of series.processes.filter(({ name }) => name === 'shop')) one.residentMb = one.residentMb.map((mb) => mb && mb * 2);
    });
    expect(worseOf(compare(recorded, after, MARGIN))).toEqual(['guest-card, not begun', 'browse, failed', 'shop, memory, resident']);
  });

  test('ignores a difference below the margin', () => {
    const after = changed(({ series }) => {
      for (const one of series.processes) one.residentMb = one.residentMb.map((mb) => mb && mb * 1.04);
    });
    expect(worseOf(compare(recorded, after, MARGIN))).toEqual([]);
    expect(worseOf(compare(recorded, after, 0)).length).toBeGreaterThan(0);
  });

  test('names a bound that held before', () => {
    const after = changed(({ thresholds }) => {
      const bound = thresholds.find(({ metric }) => metric === 'push_missed');
      if (bound) Object.assign(bound, { ok: false, measured: 3 });
    });
    const comparison = compare(recorded, after, MARGIN);
    expect(comparison.broken).toEqual(['statuses that a follower missed: 3 (none)']);
    expect(gotWorse(comparison)).toBe(true);
  });

  test('names a broken bound that the run before lacks, and not one that was broken before', () => {
    const [without, brokenBefore] = [
      changed((copy) => void (copy.thresholds = copy.thresholds.filter(({ metric }) => metric !== 'push_missed'))),
      changed(({ thresholds }) => Object.assign(thresholds.find(({ metric }) => metric === 'push_missed') ?? {}, { ok: false })),
    ];
    const comparison = compare(without, brokenBefore, MARGIN);
    expect(comparison.broken).toEqual([
      expect.stringMatching(/^statuses that a follower missed: .* \(none; the run before has no such bound\)$/),
    ]);
    expect(gotWorse(comparison)).toBe(true);
    expect(compare(brokenBefore, brokenBefore, MARGIN).broken).toEqual([]);
    expect(compare(without, recorded, MARGIN).broken).toEqual([]);
  });

  test('warns where the runs differ in more than the shop', () => {
    const other = changed((copy) => {
      copy.profile = 'stress';
      copy.ratePerSecond = 60;
      copy.askedSeconds = 30;
      copy.shop = 'EventStoreDB';
      copy.machine.cores = 8;
      copy.loadBefore = 5;
    });
    const { warnings, rows } = compare(recorded, other, MARGIN);
    for (const words of [
      `Different profile: ${recorded.profile}; stress.`,
      `Different rate: ${recorded.ratePerSecond}/s; 60/s.`,
      `Different duration: ${recorded.askedSeconds} s; 30 s.`,
      `Different shop: ${recorded.shop}; EventStoreDB.`,
    ])
      expect(warnings).toContain(words);
    expect(warnings.join('\n')).toContain('Different machine: ');
    expect(warnings).toContain("The run after: The load generator's machine was busy before the run (load 5 on 8 cores).");
    expect(rows.length).toBeGreaterThan(0);
  });

  test('does not judge a figure with too few measurements, or of one run only', () => {
    const short = changed(({ series }) => {
      delete series.journeys['browse'];
      const journey = series.journeys['guest-card'];
      if (journey) journey.times = journey.times.map((times, slice) => (slice < 5 ? times : []));
    });
    const why = new Map(compare(recorded, short, MARGIN).rows.map(({ of, name, why: reason }) => [`${of}, ${name}`, reason]));
    expect(why.get('browse, p50')).toBe('not measured after');
    expect(why.get('guest-card, p50')).toMatch(/^measured in [1-5] of the 8 slices of time that are needed$/);
    expect(why.get('member-checkout, p95')).toMatch(/^\d+ measurements, 100 are needed$/);
    expect(why.get('guest-cod, p50')).toBeUndefined();
  });

  test('finds no difference between runs with the same distribution of times', () => {
    const next = randomExponential.source(randomLcg(0.5))(1 / 80);
    const run = (): LoadResult =>
      changed(({ series }) => {
        series.processes = [];
        series.journeys = Object.fromEntries(Object.entries(series.journeys).slice(0, 2));
        for (const journey of Object.values(series.journeys))
          journey.times = journey.times.map((times) => times.map(() => Math.ceil(next())));
      });
    const flagged = Array.from({ length: 10 }, () => worseOf(compare(run(), run(), MARGIN))).filter((worse) => worse.length > 0);
    expect(flagged.length).toBeLessThanOrEqual(1);
  });

  test('is a page too, which loads nothing', () => {
    const page = comparisonPage(gotSlower);
    expect(page).toContain('<h1>WORSE</h1>');
    expect(page).toContain('<figcaption>guest-cod: p95</figcaption>');
    expect(page).not.toMatch(/<script|\bsrc=|href="(?!data:)|@import|url\(/);
  });
});

describe('the command', () => {
  let folder: string;
  const printed: string[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nordhaut-compare-'));
    writeResult(join(folder, 'result.json'), slower);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  });
  afterAll(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const run = async (...args: string[]): Promise<number> => compareCommand(args);

  test('exits with 1 if something got worse, reads files and folders, and writes a page', async () => {
    expect(await run(file, file)).toBe(0);
    expect(await run(file, folder, '--html', join(folder, 'compare.html'))).toBe(1);
    expect(printed.at(-1)).toContain('guest-cod');
    expect(readResult(folder)).toEqual(slower);
    expect(await run('--help')).toBe(0);
  });

  test.each([
    [[], /Two results are compared, not 0/],
    [[file], /Two results are compared, not 1/],
    [[file, file, '--loud'], /'--loud'/],
    [[file, file, '--margin', 'x'], /--margin/],
    [[file, '/none'], /no file or folder/],
  ])('refuses %j', async (args, words) => {
    await expect(run(...args)).rejects.toThrow(words);
  });

  test('a folder for results is made before the work, or refused with one sentence', async () => {
    expect(await run(file, folder, '--html', join(folder, 'new', 'compare.html'))).toBe(1);
    expect(() => makeFolder(join(folder, 'result.json'))).toThrow(/result\.json cannot be made: EEXIST\.$/);
    await expect(run(file, file, '--html', join(folder, 'result.json', 'x.html'))).rejects.toThrow(CannotRun);
  });

  test.each([
    ['{"profile":"load","verdict":"pass"}', /has no version, and this program reads version 2/],
    ['{"version":1,"verdict":"pass"}', /has version 1, and this program reads version 2/],
    ['{"version":2,"verdict":"pass"}', /is no result of a load test/],
    ['[]', /is no result of a load test/],
    ['{', /is no JSON/],
  ])('refuses the file %s', async (content, words) => {
    const other = join(folder, 'other.json');
    writeFileSync(other, content);
    await expect(run(file, other)).rejects.toThrow(words);
  });
});

test('every draw has as many slices as its run, also after a comparison of runs of other lengths', () => {
  const statistic = (weights: Weights): number => Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  const difference = (before: number, after: number, together = false) =>
    differenceOf({ slices: before, statistic }, { slices: after, statistic }, { together, error: 0.05 });
  expect(difference(7, 4)).toEqual({ low: -3, high: -3 });
  expect(difference(4, 7)).toEqual({ low: 3, high: 3 });
  expect(difference(4, 4, true)).toEqual({ low: 0, high: 0 });
});
