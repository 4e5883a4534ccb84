import type { MemberPreview, Preview } from '@nordhaut/contracts/support';
import { money, WAYS } from './words.ts';
import { Heads } from '../lib/ui.tsx';

/** What an act would do, or why it cannot be done. */
export function PreviewView({ preview, when = '送出後' }: { preview: Preview; when?: string }) {
  return (
    <EffectsView preview={preview} when={when}>
      {/* A proposal pays nothing until somebody approves it. */}
      {(preview.needsSecond ? [] : preview.debts).map(({ refundId, amount, way }) => (
        <p key={refundId}>
          {when}應付顧客 <strong>{money(amount)}</strong>（{WAYS[way]}）{way === 'card' ? '，系統會自動退款' : '，須由財務匯款後登記'}
          {preview.awaitsRewards && '；若已使用此訂單的回饋，金額會再扣除'}
        </p>
      ))}
    </EffectsView>
  );
}

/** The effects of an act, of an order or a member. */
export function EffectsView(props: { preview: MemberPreview; when?: string; children?: React.ReactNode }) {
  const { preview, when = '送出後', children } = props;
  const { closed, effects, needsSecond } = preview;
  if (closed !== null) return <p className="text-ink-2">{closed}</p>;
  return (
    <div className="grid gap-2 text-sm">
      {needsSecond && <p className="font-semibold">此處理須由兩人決定：送出後是提案，由另一位同仁覆核通過才會生效。</p>}
      <table className="num w-full">
        <caption className="text-start font-semibold">{when}會改變</caption>
        <thead>
          <tr className="text-start text-ink-2">
            <Heads of={['項目', '現在', '之後']} className="pe-2 text-start font-normal whitespace-nowrap" />
          </tr>
        </thead>
        <tbody>
          {effects.map(({ what, before, after }) => (
            <tr key={what} className="border-t border-line align-top">
              <th scope="row" className="pe-2 text-start font-normal">
                {what}
              </th>
              <td className="pe-2 text-ink-2">{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}
