export { CAUSES } from './causes.ts';
export { MessagingConfig } from './config.ts';
export { intake } from './intake.ts';
export { dueMails } from './outbox.ts';
export { advance, type KeptMail, type SendDeps } from './send.ts';
export { openSender } from './sender.ts';
export { TEMPLATES } from './templates.ts';
