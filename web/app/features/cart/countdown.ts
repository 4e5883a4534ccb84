/** Seconds until the jump to checkout (spec/1-catalogue-and-content §4). */
export const JUMP_AFTER = 4;

/**
 * The countdown after one second. `left`: whole seconds; 0 opens checkout. `held`: hover or focus pauses the countdown.
 */
export const tick = (left: number, held: boolean): number => (held ? left : Math.max(0, left - 1));

/** Where the jump bar leads. */
export const JUMP_TARGET = '/payment';
