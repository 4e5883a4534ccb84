/**
 * The id of the row with the answer is the command id as a UUID of version 8. The first release's rows have the command ids
 * themselves, of version 5: its processes cannot read sealed answers and must not find one during a rolling upgrade.
 */
export const rowId = (commandId: string): string => `${commandId.slice(0, 14)}8${commandId.slice(15)}`;
