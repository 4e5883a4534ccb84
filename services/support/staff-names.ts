import { messages } from './messages.ts';

/** The names of these accounts of the staff, each read once. */
export async function staffNames(
  staff: { nameOf(staffId: string): Promise<string> },
  ids: readonly string[],
): Promise<(staffId: string) => string> {
  const names = new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await staff.nameOf(id)] as const)));
  return (id) => names.get(id) ?? messages.unknownStaff;
}
