export { ContactConfig } from './config.ts';
export type { MemberTokens } from './letters.ts';
export { emailTemplateTable } from './data-table.ts';
