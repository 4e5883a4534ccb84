import { create } from 'zustand';
import type { FieldProblem } from '../../ui/error-summary.tsx';

type Registration = {
  /** a guest wants an account with the order */
  wanted: boolean;
  /** what the registration under the shipping form lacks; empty where nothing is missing or none is wanted */
  lacks: readonly FieldProblem[];
  /** shows each fault beside its field */
  showAll: () => void;
  /** the registration; a failure does not stop the checkout */
  complete: () => Promise<void>;
};

export const NO_REGISTRATION: Omit<Registration, 'complete'> = { wanted: false, lacks: [], showAll: () => undefined };

/** The code of the registration belongs to accounts and is loaded on demand. Until then there is nothing to register. */
export const useRegistration = create<Registration>()(() => ({ ...NO_REGISTRATION, complete: () => Promise.resolve() }));
