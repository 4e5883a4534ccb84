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

/** Maximum number of remembered keys. The least recently used key is forgotten first. */
const REMEMBERED = 20_000;

/**
 * One bucket for each key; reconnecting does not refill it: `amount` calls over `perMs`, Infinity: any number.
 * @returns whether one more call of `key` may pass
 */
export function createBudgets(amount: number, perMs: number, now: () => number = Date.now): (key: string) => boolean {
  if (amount === Number.POSITIVE_INFINITY) return () => true;
  const budgets = new Map<string, () => boolean>();
  return (key) => {
    const budget = budgets.get(key) ?? createBudget(amount, perMs, now);
    budgets.delete(key);
    if (budgets.size >= REMEMBERED) budgets.delete(budgets.keys().next().value ?? '');
    budgets.set(key, budget);
    return budget();
  };
}
