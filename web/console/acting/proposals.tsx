import type { ActAnswer, ActsAnswer } from '@nordhaut/contracts/support';
import { useEffect, useRef, useState } from 'react';
import { isUncertain } from '../lib/api.ts';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, ReasonLine } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useWork } from '../lib/use-work.ts';
import { PreviewView } from './preview-view.tsx';
import { money, PROPOSALS } from './words.ts';

/** `mayJudge`: may approve and decline. `mayWithdraw`: may end the own ones. */
type Props = {
  orderNo: string;
  acts: ActsAnswer;
  mayJudge: boolean;
  mayWithdraw: boolean;
  changed: () => void;
  did: (revision: number) => void;
};

const saidOf = (verdict: 'approve' | 'decline', isOwn: boolean): string => {
  if (isOwn) return '已撤回提案';
  return verdict === 'approve' ? '已覆核：同意' : '已覆核：不同意';
};

/** What waits for a second person; the amount is its worth to the buyer. */
export function Proposals({ orderNo, acts, mayJudge, mayWithdraw, changed, did }: Props) {
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<{ proposalId: string; isOwn: boolean }>();
  const outcome = useRef<HTMLOutputElement>(null);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  // Somebody else judged it first, and the form that had the focus went away with it.
  const isGone = refused !== undefined && !acts.proposals.some(({ proposalId }) => proposalId === refused.proposalId);
  useEffect(() => {
    if (isGone && document.activeElement === document.body) outcome.current?.focus();
  }, [isGone]);
  const judge = (proposalId: string, isOwn: boolean, verdict: 'approve' | 'decline') =>
    void run(async () => {
      setRefused(undefined);
      const [path, body] = [`orders/${orderNo}/proposals/${proposalId}`, { reason, expectedRevision: acts.revision }];
      const sent = mayJudge ? command<ActAnswer>(path, { ...body, verdict }) : command<ActAnswer>(`${path}/withdraw`, body);
      try {
        did((await sent.finally(changed)).revision);
      } catch (error) {
        // An uncertain one may have had its effect.
        if (!isUncertain(error)) setRefused({ proposalId, isOwn });
        throw error;
      }
      setReason('');
      // The form that had the focus goes away with the proposal.
      setSaid(saidOf(verdict, isOwn));
      outcome.current?.focus();
    });
  const list = acts.proposals.map(({ proposalId, at, by, amount, what, reason: asked, isOwn, preview }) => (
    <section key={proposalId} className="panel grid gap-3" aria-label={PROPOSALS[what].title}>
      <h3>
        {PROPOSALS[what].title} {money(amount)}
      </h3>
      <p>
        {by}於 {shownTime(at)} 提出：{asked ?? '（已刪除）'}
      </p>
      {PROPOSALS[what].effect && <p>{PROPOSALS[what].effect}</p>}
      {mayJudge && !isOwn && <PreviewView preview={preview} when="同意後" />}
      {(mayJudge || (isOwn && mayWithdraw)) && (
        <>
          <ReasonLine label={isOwn ? '撤回原因' : '覆核原因'} value={reason} set={setReason} />
          <div className="flex flex-wrap items-center gap-3">
            {isOwn ? (
              <p className="text-ink-2">須由另一位同仁覆核，您可以撤回。</p>
            ) : (
              <Action busy={busy || preview.closed !== null} onClick={() => judge(proposalId, false, 'approve')}>
                {PROPOSALS[what].approve}
              </Action>
            )}
            <Action busy={busy} line onClick={() => judge(proposalId, isOwn, 'decline')}>
              {isOwn ? '撤回' : '不同意'}
            </Action>
          </div>
        </>
      )}
    </section>
  ));
  return (
    <>
      <output ref={outcome} tabIndex={-1} className="block empty:sr-only">
        {isGone ? `這筆提案已由他人處理，您的${refused.isOwn ? '撤回' : '覆核'}沒有送出。` : said}
      </output>
      {list}
      <Fault>{isGone ? undefined : fault}</Fault>
    </>
  );
}
