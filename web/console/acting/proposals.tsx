import type { ActAnswer, ActsAnswer } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { call } from '../lib/api.ts';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, Labelled } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';
import { money, PROPOSALS } from './words.ts';

type Props = { orderNo: string; acts: ActsAnswer; mayJudge: boolean; changed: () => void; did: (revision: number) => void };

/** What waits for a second person; the amount is its worth to the buyer. */
export function Proposals({ orderNo, acts, mayJudge, changed, did }: Props) {
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useWork();
  const judge = (proposalId: string, verdict: 'approve' | 'decline') =>
    void run(async () => {
      const body = { verdict, reason, expectedRevision: acts.revision };
      const sent = call<ActAnswer>(`orders/${orderNo}/proposals/${proposalId}`, body, undefined, crypto.randomUUID());
      did((await sent.finally(changed)).revision);
      setReason('');
    });
  return acts.proposals.map(({ proposalId, at, by, amount, what, reason: asked, isOwn }) => (
    <section key={proposalId} className="panel grid gap-3" aria-label={PROPOSALS[what].title}>
      <h3>
        {PROPOSALS[what].title} {money(amount)}
      </h3>
      <p>
        {by} 於 {shownTime(at)} 提出：{asked ?? '（已刪除）'}
      </p>
      {mayJudge && (
        <>
          <Labelled label="覆核原因">
            {(control) => (
              <input {...control} className="input" maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
            )}
          </Labelled>
          <Fault>{fault}</Fault>
          <div className="flex flex-wrap gap-3">
            {isOwn ? (
              <p className="text-ink-2">須由另一位同仁覆核，您可以撤回。</p>
            ) : (
              <Action busy={busy} onClick={() => judge(proposalId, 'approve')}>
                {PROPOSALS[what].approve}
              </Action>
            )}
            <Action busy={busy} line onClick={() => judge(proposalId, 'decline')}>
              {isOwn ? '撤回' : '不同意'}
            </Action>
          </div>
        </>
      )}
    </section>
  ));
}
