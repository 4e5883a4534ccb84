/**
 * Mann–Whitney test: whether two samples look as if drawn from one distribution. It compares ranks, so a few slow
 * answers weigh no more than others.
 * @returns the standard score by the normal approximation, with the correction for ties; at least 20 values each
 */
export function rankScore(a: readonly number[], b: readonly number[]): number {
  const values = [...a.map((value) => ({ value, ofA: true })), ...b.map((value) => ({ value, ofA: false }))].toSorted(
    (one, other) => one.value - other.value,
  );
  const total = values.length;
  let rankSum = 0;
  let ties = 0;
  for (let from = 0; from < total; ) {
    let to = from;
    while (to < total && values[to]?.value === values[from]?.value) to += 1;
    const count = to - from;
    // Equal values share the mean of their ranks, which count from 1.
    rankSum += values.slice(from, to).filter(({ ofA }) => ofA).length * ((from + 1 + to) / 2);
    ties += count ** 3 - count;
    from = to;
  }
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const variance = ((a.length * b.length) / 12) * (total + 1 - ties / (total * (total - 1)));
  return variance === 0 ? 0 : (u - (a.length * b.length) / 2) / Math.sqrt(variance);
}
