/** A part of the shop that starts, says when it is ready, and stops in good order. */
export type Role = {
  name: string;
  start(): Promise<void>;
  /** undefined when ready, else one sentence that says what is missing */
  notReady(): Promise<string | undefined>;
  /** sentences about what somebody should look at though the role is ready */
  remarks?(): Promise<readonly string[]>;
  /** finishes what is in hand, takes nothing new; resolves when nothing runs any more */
  stop(): Promise<void>;
};
