import { type Order, orderDecider, orderStream, type OrderProofs, isProven, owns } from '@nordhaut/ordering';
import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import { mailCheckpoint, mailedCheckpoints } from './checkpoint-mail.ts';
import { MessagingConfig } from './config.ts';
import { failedMails, failedOwnMails } from './failed-mails.ts';
import { mailForgetting } from './forgetting.ts';
import { messagingRoutes } from './http.ts';
import type { MemberTokens } from './letters.ts';
import { mailMetrics } from './metrics.ts';
import { mailsAgain } from './mails-again.ts';
import { orderMails } from './order-mails.ts';
import { messagingRole } from './role.ts';
import { messagingMigrations } from './tables.ts';
import { seedTemplates } from './template-store.ts';

export type MessagingFace = ReturnType<typeof openMessaging>;

/** What other capabilities send by mail without an event of their own. */
export const openMessaging = ({
  pool,
  config,
  clock,
  vault,
  commands,
}: Pick<Engine, 'pool' | 'config' | 'clock' | 'vault' | 'commands'>) => ({
  /** plans the mails of a day's checkpoint */
  mailCheckpoint: mailCheckpoint(pool, config.of(MessagingConfig).MAIL_CHECKPOINTS_TO),
  failedMails: failedMails(pool),
  failedOwnMails: failedOwnMails(pool),
  orderMails: orderMails({ pool, vault }),
  mailedCheckpoints: mailedCheckpoints(pool),
  mailsAgain: mailsAgain({
    pool,
    vault,
    commands,
    clock,
    // Its words are in the mail alone; a dry run needs none.
    sender: { brand: '', email: '', phone: '', hours: '', shopUrl: config.PUBLIC_URL, seller: '' },
  }),
});

type Faces = {
  messaging: MessagingFace;
  /** the tokens of links; a mail without its token has no link */
  accounts: { credentials: unknown } & Partial<MemberTokens>;
  ordering: { proofs: OrderProofs; forOthers(order: Order): Order };
};

/** Outgoing mails that events cause (spec/2-accounts-and-members §4, spec/3-purchase-flow §4). */
export const messaging: Module<Faces> = {
  name: 'messaging',
  config: MessagingConfig,
  simulated: (url) => ({ SURENOTIFY_BASE_URL: url, MAIL_CHECKPOINTS_TO: 'history@nordhaut.example,audit@nordhaut.example' }),
  migrations: messagingMigrations,
  seed: ({ pool }) => seedTemplates(pool),
  forgets: mailForgetting,
  roles: [{ name: 'messaging', join: (engine, { accounts: tokens }) => [messagingRole(engine, { tokens })] }],
  metrics: mailMetrics,
  routes({ config, pool, clock, commands, metrics }, { ordering: { proofs, forOthers } }) {
    const reports = metrics.counter('mail_reports_total', 'Reports of the mail provider about mails of the shop', ['event']);
    return [
      messagingRoutes({
        config: config.of(MessagingConfig),
        pool,
        commands,
        clock,
        async isOwn(request, orderNo) {
          const { state: order } = await commands.load(orderStream(orderNo), orderDecider);
          if (!order) return false;
          if (owns(request, order)) return true;
          // After a member's order's own time, nobody else uses its address.
          if (forOthers(order) !== order) return false;
          if (isProven(proofs, request, { orderNo, adoptedAt: order.adoptedAt })) return true;
          const visitor = request.knownVisitor();
          // The browser of a guest whose order a member has adopted since is nobody's.
          return visitor !== undefined && order.terms.cartId === visitor && order.adoptedAt === undefined;
        },
        reported: (event) => reports.inc({ event }),
      }),
    ];
  },
};
