/** The parts of one amount on several lines, by largest remainder (decision 43). */

/**
 * Shares `amount` over lines in proportion to what each has left. `amount` is at most the sum of `left`.
 * Each line first gets its part rounded down. The dollars that are left go one by one to the largest remainders.
 * Equal remainders: the line that stands first in `left`, so the caller sorts by product id.
 */
export function share({ amount, left }: { amount: number; left: number[] }): number[] {
  const sum = left.reduce((total, each) => total + BigInt(each), 0n);
  if (sum === 0n) return left.map(() => 0);
  const shares = left.map((each) => Number((BigInt(amount) * BigInt(each)) / sum));
  const remainders = left.map((each) => (BigInt(amount) * BigInt(each)) % sum);
  let missing = amount - shares.reduce((total, each) => total + each, 0);
  while (missing > 0) {
    let largest = 0;
    for (let at = 1; at < left.length; at += 1) if ((remainders[at] ?? 0n) > (remainders[largest] ?? 0n)) largest = at;
    shares[largest] = (shares[largest] ?? 0) + 1;
    remainders[largest] = -1n;
    missing -= 1;
  }
  return shares;
}
