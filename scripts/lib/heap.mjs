/**
 * MB of heap that a process of the shop may have. Without a limit Node sizes the heap by the machine's memory and
 * collects late: infra/decisions/017 has the measurement.
 */
export const HEAP_LIMIT = 256;

/**
 * MB of one half of the young generation. Without a limit it grows to 128 MB under load and stays there: infra/decisions/067.
 */
export const YOUNG_HALF = 16;

export const HEAP_OPTIONS = `--max-old-space-size=${HEAP_LIMIT} --max-semi-space-size=${YOUNG_HALF}`;

const SETS_HEAP = /--max[-_](old[-_]space|heap)[-_]size/;

/** NODE_OPTIONS with the default heap limit, unless the operator's own options set one. */
export function withHeapLimit(nodeOptions = '') {
  return SETS_HEAP.test(nodeOptions) ? nodeOptions : `${nodeOptions} ${HEAP_OPTIONS}`.trim();
}
