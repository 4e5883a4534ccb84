export { ContactConfig } from './config.ts';
export { listedMails, type ListedMail } from './outbox.ts';
export type { MemberTokens } from './letters.ts';
export { emailTemplateTable } from './data-table.ts';
