import type { HistoryStateAnswer } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { Fault, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

type Checkpoint = NonNullable<HistoryStateAnswer['newest']>;

const MAIL_STATES: Record<HistoryStateAnswer['mails'][number]['state'], string> = {
  due: '待寄',
  sending: '寄送中',
  sent: '已寄出',
  listed: '須查看',
  dropped: '未寄',
};

/** What is signed of the history, what is not covered yet, and where checkpoints went. */
export function HistoryState() {
  const { data, error } = useData<HistoryStateAnswer>('history');
  return (
    <div className="grid max-w-4xl gap-4">
      <Title>紀錄狀態</Title>
      <p className="text-sm text-ink-2">
        商店定期以金鑰簽署全部事件的雜湊樹。已寄出商店的檢查點才能證明商店自己沒有改寫；逐筆的完整檢查由維運人員以 npm run verify
        對照外部檢查點執行，其結果不存放在商店裡，因為能改寫紀錄的人也能改寫結果。
      </p>
      <Fault>{error}</Fault>
      {data && (
        <>
          <Stated title="最新的簽章檢查點（只由商店保證）" checkpoint={data.newest} />
          <Stated title="最近寄出商店的檢查點" checkpoint={data.sent} />
          <section className="panel" aria-label="公鑰">
            <h2 className="text-lg">公鑰</h2>
            <p className="num break-all">{data.publicKey}</p>
          </section>
          <Mails mails={data.mails} />
        </>
      )}
    </div>
  );
}

function Stated({ title, checkpoint }: { title: string; checkpoint: Checkpoint | null }) {
  return (
    <section className="panel grid gap-2" aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {checkpoint ? (
        <>
          <Fault>{lostOf(checkpoint.gap)}</Fault>
          <dl className="num grid grid-cols-[auto_1fr] gap-x-4 text-sm">
            <dt className="text-ink-2">時間</dt>
            <dd>{shownTime(checkpoint.at)}</dd>
            <dt className="text-ink-2">涵蓋</dt>
            <dd>前 {checkpoint.size} 筆事件</dd>
            <dt className="text-ink-2">根雜湊</dt>
            <dd className="break-all">{checkpoint.root ?? '由先前的金鑰簽章'}</dd>
            <dt className="text-ink-2">未涵蓋</dt>
            <dd>{uncovered(checkpoint.gap)}</dd>
          </dl>
          <details>
            <summary className="min-h-11 py-2">簽章原文</summary>
            <pre className="rounded-2 bg-sunken p-3 text-xs break-all whitespace-pre-wrap">{checkpoint.note}</pre>
          </details>
        </>
      ) : (
        <p>尚無</p>
      )}
    </section>
  );
}

/** Every event in the store may be sound, and some signed ones be missing at its end. */
const lostOf = (gap: Checkpoint['gap']): string | undefined =>
  gap && gap.lost > 0
    ? `事件庫至少少了 ${gap.lost} 筆已簽章的事件：紀錄已遺失或遭刪除。請立即通知維運人員，以商店外的檢查點執行 npm run verify。`
    : undefined;

function uncovered(gap: Checkpoint['gap']): string {
  if (gap === null) return '此事件庫無法計數，請執行 npm run verify';
  if (gap.lost > 0) return '無法判斷：事件庫少於已簽章的事件';
  return gap.since === null ? '無' : `最多 ${gap.events} 筆，自 ${shownTime(gap.since)} 起`;
}

function Mails({ mails }: Pick<HistoryStateAnswer, 'mails'>) {
  return (
    <section className="panel" aria-label="寄送檢查點的信">
      <h2 className="text-lg">寄送檢查點的信（14 天內）</h2>
      {mails.length === 0 && <p>沒有寄送紀錄。</p>}
      <ul className="num text-sm">
        {mails.map(({ size, state, at }, place) => (
          // oxlint-disable-next-line no-array-index-key -- one checkpoint goes to several addresses, which are not shown
          <li key={place}>
            {shownTime(at)}．{MAIL_STATES[state]}．前 {size} 筆事件
          </li>
        ))}
      </ul>
    </section>
  );
}
