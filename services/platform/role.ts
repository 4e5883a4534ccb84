/** A part of a process that starts, reports whether it is ready, and stops. `runRoles` starts roles in order and stops them in reverse. */
export type Role = {
  name: string;
  start(): Promise<void>;
  /** undefined when ready; otherwise one sentence that says what is missing */
  notReady(): Promise<string | undefined>;
  /** sentences for the operator about problems that do not affect readiness */
  remarks?(): Promise<readonly string[]>;
  /** Finishes the work in progress and takes no new work; resolves when nothing runs any more. */
  stop(): Promise<void>;
};
