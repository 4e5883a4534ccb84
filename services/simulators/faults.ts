export const PROVIDERS = ['tappay', 'ecpay', 'line', 'facebook', 'surenotify', 'meta', 'ga', 'accuhit'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The faults of `POST /control/faults` and their effects. */
export const FAULT_MODES = [
  'down', // 503; the call has no effect
  'throttle', // 403 (carrier) or 429 (others); the call has no effect
  'refuse', // the provider's own refusal; the call has no effect
  'slow', // the call takes effect and is answered after `delayMs`
  'late', // the call takes effect after `delayMs`, also where the client has closed the connection, and is answered then
  'garble', // the call takes effect and is answered with a broken body
  'bad-mac', // the answer or the callback has a wrong CheckMacValue
  'lose-answer', // the call takes effect; the connection closes before the answer
  'duplicate-callback', // the next callback is sent twice
  'reorder-callbacks', // the next `times` callbacks are held, then sent in reverse order
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export type Fault = {
  provider: Provider;
  mode: FaultMode;
  /** Number of remaining calls with this fault. */
  times: number;
  /** Only this call: `pay`, `query`, `refund`, `create`, `map`, `callback`, … Default: every call except the callbacks. */
  on?: string;
  delayMs?: number;
  /** For `refuse`: the provider's status, code or error text. */
  code?: number | string;
};

const CALLBACK_MODES: readonly FaultMode[] = ['duplicate-callback', 'reorder-callbacks'];

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let planned: Fault[] = [];
  return {
    /** Plans a fault. `times` 0 removes the planned faults of the same provider and mode. */
    plan(fault: Fault): void {
      if (fault.times > 0) planned.push(fault);
      else planned = planned.filter((f) => f.provider !== fault.provider || f.mode !== fault.mode);
    },
    /** Takes the fault for this request of the call and reduces its `times` by one. */
    forRequest(provider: Provider, call: string): Fault | undefined {
      return take((f) => f.provider === provider && !CALLBACK_MODES.includes(f.mode) && (f.on ?? call) === call);
    },
    /** Takes the fault for this callback and reduces its `times` by one. */
    forCallback(provider: Provider): Fault | undefined {
      return take((f) => f.provider === provider && (CALLBACK_MODES.includes(f.mode) || f.on === 'callback'));
    },
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
