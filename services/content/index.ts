export { contentTables } from './data-tables/index.ts';
