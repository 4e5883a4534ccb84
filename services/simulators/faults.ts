export type Provider = 'tappay' | 'ecpay';

/** What `POST /control/faults` can break. */
export const FAULT_MODES = [
  'down', // 503, nothing done
  'throttle', // 403 (carrier) or 429 (card bank), nothing done
  'refuse', // the provider's own refusal, nothing done
  'slow', // done, answered after `delayMs`
  'garble', // done, answered with a broken body
  'bad-mac', // done, answered (or called back) with a wrong CheckMacValue
  'lose-answer', // done, the connection drops before the answer
  'duplicate-callback', // the next callback arrives twice
  'reorder-callbacks', // the next `times` callbacks are held and then arrive last first
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export type Fault = {
  provider: Provider;
  mode: FaultMode;
  /** How many more calls it meets. */
  times: number;
  /** Only this call: `pay`, `query`, `refund`, `create`, `map`, `callback`, … Without it, every call but the callbacks. */
  on?: string;
  delayMs?: number;
  /** For `refuse`: the card bank's status or the carrier's error text. */
  code?: number | string;
};

const CALLBACK_MODES: readonly FaultMode[] = ['duplicate-callback', 'reorder-callbacks'];

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let planned: Fault[] = [];
  return {
    /** `times` 0 takes back earlier ones of the same provider and mode. */
    plan(fault: Fault): void {
      if (fault.times > 0) planned.push(fault);
      else planned = planned.filter((f) => f.provider !== fault.provider || f.mode !== fault.mode);
    },
    /** The fault that the next request of this call meets; counts it down. */
    forRequest(provider: Provider, call: string): Fault | undefined {
      return take((f) => f.provider === provider && !CALLBACK_MODES.includes(f.mode) && (f.on ?? call) === call);
    },
    /** The fault that the next outgoing callback meets; counts it down. */
    forCallback(provider: Provider): Fault | undefined {
      return take((f) => f.provider === provider && (CALLBACK_MODES.includes(f.mode) || f.on === 'callback'));
    },
    /** Whether a held callback has to wait for another one. */
    reordering: (provider: Provider) => planned.some((f) => f.provider === provider && f.mode === 'reorder-callbacks'),
    list: (): readonly Fault[] => planned,
    clear: () => {
      planned = [];
    },
  };

  function take(fits: (fault: Fault) => boolean): Fault | undefined {
    if (planned.length === 0) return undefined;
    const fault = planned.find(fits);
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) planned = planned.filter((f) => f !== fault);
    return fault;
  }
}
