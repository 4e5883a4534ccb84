export { ContactConfig } from './config.ts';
export { emailTemplateTable } from './data-table.ts';
