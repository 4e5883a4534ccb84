import type { Engine } from '@nordhaut/platform/engine';
import { cancelledMoves } from './held-parcels.ts';
import { mailFailed, memberMailFailed } from './mail-failed.ts';
import type { WorkDesk } from './desk.ts';

/** @param ownMails how many mails of the shop itself could not be sent */
export function workMetrics({ metrics }: Pick<Engine, 'metrics'>, desk: Pick<WorkDesk, 'rows'>, ownMails: () => Promise<number>): void {
  metrics.gauge(
    'mails_listed',
    'Orders and members with mails that the shop could not send, or does not know to be sent, and that support has not settled; and such mails of the shop itself',
    [],
    async (gauge) => {
      const [orders, members, own] = await Promise.all([desk.rows(mailFailed), desk.rows(memberMailFailed), ownMails()]);
      gauge.set(orders.length + members.length + own);
    },
    { shared: true },
  );
  metrics.gauge(
    'parcels_moved_after_cancel',
    'Parcels of cancelled orders that the carrier got, though they must not be sent, and that support has not settled',
    [],
    async (gauge) => gauge.set((await desk.rows(cancelledMoves)).length),
    { shared: true },
  );
}
