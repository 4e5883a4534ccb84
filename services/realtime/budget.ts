/** A bucket of `amount` calls that refills evenly over `perMs`. @returns whether one more call may pass */
export function createBudget(amount: number, perMs: number, now: () => number = Date.now): () => boolean {
  let left = amount;
  let last = now();
  return () => {
    const time = now();
    left = Math.min(amount, left + ((time - last) * amount) / perMs);
    last = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
