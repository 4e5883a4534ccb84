type Registration = {
  /** what the registration under the shipping form lacks; undefined where nothing is missing or wanted */
  problem: () => { fieldId: string; message: string } | undefined;
  /** the registration; a failure does not stop the checkout */
  complete: () => Promise<void>;
};

/** Its code belongs to accounts and is loaded on demand; until then there is nothing to register. */
export const registration: Registration = { problem: () => undefined, complete: () => Promise.resolve() };
