import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** MB. Above this limit V8 lets the heap grow by enough itself. */
const SMALL_HEAP = 1_024;
/** percent by which the old generation may grow after a collection before the next one begins */
const GROWTH = 80;

/**
 * Lets the old generation of a small heap grow by more than V8 allows it. With a limit of 256 MB V8 collects the whole heap
 * after each 30 % of growth, more than once a second under load, and marks it on all cores meanwhile. Neither the limit of
 * the heap nor an operator's own limit changes (infra/decisions/074). Call it once, before the process gets work.
 */
export function collectLessOften(): void {
  if (getHeapStatistics().heap_size_limit <= SMALL_HEAP * 2 ** 20) setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
