/**
 * MB of heap that a process of the shop may have. Without a limit Node sizes the heap by the machine's memory and
 * collects late: infra/decisions/017 has the measurement.
 */
export const HEAP_LIMIT = 256;

const SETS_HEAP = /--max[-_](old[-_]space|heap)[-_]size/;

/** NODE_OPTIONS with the default heap limit, unless the operator's own options set one. */
export function withHeapLimit(nodeOptions = '') {
  return SETS_HEAP.test(nodeOptions) ? nodeOptions : `${nodeOptions} --max-old-space-size=${HEAP_LIMIT}`.trim();
}
