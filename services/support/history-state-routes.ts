import { HistoryStateAnswer } from '@nordhaut/contracts/support';
import { historyState, type StatedCheckpoint } from '@nordhaut/evidence';
import type { Engine } from '@nordhaut/platform/engine';
import type { Routes } from '@nordhaut/platform/http';

/** A mail of a checkpoint. `at`: when it was sent, or planned where it was not sent */
export type MailedCheckpoint = { size: number; state: HistoryStateAnswer['mails'][number]['state']; at: Date };
export type HistoryStateHttp = {
  engine: Pick<Engine, 'pool' | 'store' | 'config'>;
  mailedCheckpoints: () => Promise<readonly MailedCheckpoint[]>;
};

const told = ({ at, gap, ...checkpoint }: StatedCheckpoint) => ({
  ...checkpoint,
  at: at.toISOString(),
  gap: gap === 'unknown' ? null : gap,
});

/** How far the history is covered, for auditors. It names no order and no person. */
export const historyStateRoutes =
  ({ engine, mailedCheckpoints }: HistoryStateHttp): Routes =>
  (app) => {
    app.get(
      '/api/support/history',
      {
        schema: { response: { 200: HistoryStateAnswer }, summary: 'How far signed checkpoints cover the history', tags: ['support'] },
        config: { access: 'support', right: 'view' },
      },
      async () => {
        const { publicKey, newest, sent } = await historyState(engine);
        const mails = await mailedCheckpoints();
        return {
          publicKey,
          newest: newest ? told(newest) : null,
          sent: sent ? told(sent) : null,
          mails: mails.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() })),
        };
      },
    );
  };
