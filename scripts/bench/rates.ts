import { clientRun, type Kind } from './checkouts.ts';
import { count, median, type Figure } from './table.ts';

export type Rates = {
  what: string;
  /** what the peer is, behind its rate */
  of: string;
  aim: number;
  rounds: number;
  /** runs or calls per second; round 0 warms up */
  own: (round: number) => Promise<number>;
  peer: () => Promise<number>;
};

/** The rates of two sides that take turns, as one figure. */
export async function ratesInTurn({ what, of, aim, rounds, own, peer }: Rates): Promise<Figure> {
  await peer();
  await own(0);
  const pairs: [own: number, peer: number][] = [];
  for (let round = 1; round <= rounds; round++) pairs.push([await own(round), await peer()]);
  const ratio = median(pairs.map(([one, other]) => one / other));
  return {
    what,
    value: count(median(pairs.map(([one]) => one))),
    limit: `${count(median(pairs.map(([, other]) => other)))} ${of}`,
    ratio,
    aim: `≥ ${aim}`,
    met: ratio >= aim,
  };
}

export type Load = { kind: Kind; url: string; clients: number; seconds: number; firstMember?: number };

/** @throws where a call failed: a rate of refusals says nothing */
export async function rateOf({ kind, url, clients, seconds, firstMember }: Load): Promise<number> {
  const run = await clientRun(kind, url, clients, seconds, firstMember);
  if (run.errors > 0) throw new Error(`${run.errors} runs of ${kind} failed: ${run.firstError}`);
  return run.perSecond;
}
