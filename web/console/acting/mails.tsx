import type { MailList, ResendAnswer } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, ReasonLine } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

const STATES: Record<MailList['mails'][number]['state'], string> = {
  due: '等待寄出',
  sending: '寄送中',
  sent: '已寄出',
  listed: '寄送失敗',
  dropped: '未寄出',
};
const RESENT: Record<ResendAnswer['outcome'], string> = {
  planned: '已安排重新寄出',
  'too-soon': '剛寄出過或今日已達上限，請稍後再試',
  unknown: '沒有這封信',
  overtaken: '內容已不適用，或沒有電子郵件地址',
};

type MailsProps = {
  /** the part of the API's path before `/mails` */
  of: string;
  label: string;
  mayAct: boolean;
  reason: string;
  /** after a mail was sent again: the next one needs a reason of its own */
  sent: () => void;
};

/** The mails about an order or to a member. Each can be sent again, with the reason of the form around it. */
export function Mails({ of, label, mayAct, reason, sent }: MailsProps) {
  const [version, setVersion] = useState(0);
  const [said, setSaid] = useState('');
  const { data, error } = useData<MailList>(`${of}/mails`, undefined, version);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const send = (mailId: string) =>
    void run(async () => {
      setSaid('');
      const { outcome } = await command<ResendAnswer>(`${of}/mails/${mailId}`, { reason });
      setSaid(RESENT[outcome]);
      sent();
      setVersion((before) => before + 1);
    });
  if (!data) return <Fault>{error}</Fault>;
  return (
    <section className="grid gap-2" aria-label={label}>
      <ul className="grid gap-2">
        {data.mails.length === 0 && <li>尚無信件。</li>}
        {data.mails.map(({ mailId, title, times, at, state, why, to, closed }) => (
          <li key={mailId} className="panel flex flex-wrap items-center justify-between gap-2">
            {title}：{STATES[state]}
            {why && `（${why}）`}，{shownTime(at)}
            {times > 1 && `，共 ${times} 次`}
            {to && `，收件地址 ${to}`}
            {mayAct && closed !== null && <span className="text-ink-2">不能重寄：{closed}</span>}
            {mayAct && closed === null && (
              <Action busy={busy} line onClick={() => send(mailId)}>
                {`重寄「${title}」`}
              </Action>
            )}
          </li>
        ))}
      </ul>
      <Fault>{fault}</Fault>
      <output className="block empty:hidden">{said}</output>
    </section>
  );
}

/** The mails with a field of their own for the reason. */
export function MailsWithReason({ of, label, mayAct }: Omit<MailsProps, 'reason' | 'sent'>) {
  const [reason, setReason] = useState('');
  return (
    <div className="grid max-w-2xl gap-2">
      {mayAct && <ReasonLine label="重寄原因" hint="會連同您的帳號記錄至少五年" value={reason} set={setReason} />}
      <Mails of={of} label={label} mayAct={mayAct} reason={reason} sent={() => setReason('')} />
    </div>
  );
}
