import { expect, it } from 'vitest';
import { causeOf, type Stall } from './stalls.ts';

const stall = (cause: Stall['cause'], from: number, to: number): Stall => ({ cause, from, to });

it.each([
  ['the stall that covers most of it', [stall('disk', 0, 60), stall('server', 50, 100)], 'disk'],
  ['the collector, although the event loop was late as well', [stall('collector', 10, 60), stall('ours', 10, 65)], 'collector'],
  ['the event loop, where no collector ran', [stall('ours', 10, 60)], 'ours'],
  ['several stalls of one cause together', [stall('server', 0, 30), stall('server', 40, 60), stall('disk', 0, 40)], 'server'],
  ['none, where a stall covers only a little of it', [stall('disk', 90, 150)], 'none'],
  ['none, where all stalls are at other times', [stall('disk', 100, 150)], 'none'],
] as const)('the cause of an outlier is %s', (_, stalls, cause) => {
  expect(causeOf({ from: 0, to: 100 }, stalls)).toBe(cause);
});
