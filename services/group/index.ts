export { GroupProjectFields } from './project.ts';
export type { GroupProjectTable, GroupTables } from './tables.ts';
export { groupProjectTable } from './data-table.ts';
