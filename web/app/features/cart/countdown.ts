/** Seconds until the jump to checkout (spec/1-catalogue-and-content §4). */
export const JUMP_AFTER = 4;

/**
 * What one second does to the countdown: it stands while someone reads (hover or focus), and 0 means go.
 * `left`: whole seconds.
 */
export const tick = (left: number, held: boolean): number => (held ? left : Math.max(0, left - 1));
