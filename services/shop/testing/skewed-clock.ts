/** `node --import` this: the process lives CLOCK_SKEW_MS ahead of the machine (or, below 0, behind it). */
const skew = Number(process.env['CLOCK_SKEW_MS']);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + skew);
    else super(...(args as [string]));
  }
  static override now(): number {
    return RealDate.now() + skew;
  }
} as DateConstructor;
