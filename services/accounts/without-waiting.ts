/** A row of a statement's `from`: the database answers before the commit is on the disk, and a failure of its machine undoes it. */
export const WITHOUT_WAITING = `(select set_config('synchronous_commit', 'off', true)) as setting`;
