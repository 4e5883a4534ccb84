export type Report = (trouble: string | undefined) => void;

/** Why something cannot continue: at most one reason per source. `onChange` receives the first reason whenever it changes. */
export function createTroubles(onChange: Report): { current(): string | undefined; reporter(source: string): Report; clear(): void } {
  const reasons = new Map<string, string>();
  const current = (): string | undefined => reasons.values().next().value;
  let reported: string | undefined;
  const reportChange = (): void => {
    if (current() === reported) return;
    reported = current();
    onChange(reported);
  };
  return {
    current,
    reporter: (source) => (trouble) => {
      if (trouble === undefined) reasons.delete(source);
      else reasons.set(source, trouble);
      reportChange();
    },
    clear() {
      reasons.clear();
      reportChange();
    },
  };
}
