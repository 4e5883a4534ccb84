import type { ActsAnswer, OrderAct } from '@nordhaut/contracts/support';
import { Line } from '../lib/ui.tsx';
import { EmailField } from './email-field.tsx';
import { Choice, Whole } from './fields.tsx';
import { InvoiceFields } from './invoice-fields.tsx';
import { ABROAD, CANCELLATIONS, money, REJECTIONS } from './words.ts';

const MAIL_DOUBTS: Record<NonNullable<ActsAnswer['mailDoubt']>, string> = {
  NO_ADDRESS: '顧客沒有留電子郵件，不會收到退貨申請的通知信。',
  CORRECTED: '電子郵件由客服更正過，退貨申請的通知信寄到更正後的地址。',
};

/** what the form begins with; no store has it */
const NO_STORE = '0';

/** What a form has, also before its choice is made. */
export type Draft = OrderAct | { type: 'reject-return'; rejection: undefined };
type Props = { act: Draft; acts: ActsAnswer; edit: (act: Draft) => void };

/** What an act needs beside its reason. */
export function ActFields({ act, acts, edit }: Props) {
  switch (act.type) {
    case 'reject-return':
      return (
        <Choice
          label="婉拒原因（顧客會看到）"
          hint="鑑賞期內僅能以商品已拆封為由婉拒；05 緊緻精華液（15 ml）與試用品拆封後也可以退"
          options={REJECTIONS}
          value={act.rejection === 'NOT_RECEIVED_BACK' ? 'OTHER' : act.rejection}
          choose={(rejection) => edit({ ...act, rejection })}
        />
      );
    case 'end-return':
      return <p>請先與顧客確認不退回商品。商品之後若退回，仍可登記收到，並退還款項或購物金。</p>;
    case 'cancel':
      return (
        <Choice
          label="取消原因"
          options={CANCELLATIONS}
          value={act.cancellation}
          choose={(cancellation) => edit({ ...act, cancellation })}
        />
      );
    case 'parcel-abroad':
      return <Choice label="包裹狀態（顧客會立即看到）" options={ABROAD} value={act.code} choose={(code) => edit({ ...act, code })} />;
    case 'goodwill':
      return (
        <Whole
          label="退款金額（NT$）"
          hint={`最多 ${money(acts.available)}（${acts.bounds.goodwill}）`}
          min={1}
          max={acts.available}
          value={act.amount}
          set={(amount) => edit({ ...act, amount })}
        />
      );
    case 'correct-invoice':
      return <InvoiceFields invoice={act.invoice} edit={(invoice) => edit({ ...act, invoice })} />;
    case 'correct-email':
      return <EmailField email={act.email} others={acts.ownEmail} set={(email) => edit({ ...act, email })} />;
    case 'change-store':
      if (act.storeId === undefined) return <p>前一次改選的門市尚未得到物流回覆，將以同一門市再送出一次。</p>;
      return (
        <Line
          label="新的門市代號"
          hint="請與顧客確認；須為同一超商的門市"
          inputMode="numeric"
          maxLength={6}
          value={act.storeId === NO_STORE ? '' : act.storeId}
          set={(typed) => edit({ ...act, storeId: typed.normalize('NFKC').replaceAll(/[^0-9A-Za-z]/g, '') || NO_STORE })}
        />
      );
    case 'credit':
      return (
        <Whole
          label="購物金金額（NT$）"
          hint={`最多 ${money(acts.creditAvailable)}（${acts.bounds.credit}）；會員可使用 365 日`}
          max={acts.creditAvailable}
          value={act.amount}
          set={(amount) => edit({ ...act, amount: Math.max(1, amount) })}
        />
      );
    case 'exchange':
    case 'resend':
      return (
        <>
          {acts.pieces
            .filter(({ quantity }) => quantity > 0)
            .map(({ productId, tier, name, quantity }) => {
              const isIt = (item: (typeof act.items)[number]): boolean => item.productId === productId && item.tier === tier;
              return (
                <Whole
                  key={`${productId} ${tier}`}
                  label={`${name}（件）`}
                  hint={`最多 ${quantity} 件`}
                  max={quantity}
                  value={act.items.find(isIt)?.quantity ?? 0}
                  set={(pieces) => {
                    const others = act.items.filter((item) => !isIt(item));
                    edit({ ...act, items: pieces > 0 ? [...others, { productId, tier, quantity: pieces }] : others });
                  }}
                />
              );
            })}
          <p>{act.type === 'exchange' ? '收到退回商品後，' : ''}以新訂單寄給原收件人，不另收費，並寄信通知顧客。</p>
        </>
      );
    case 'refund-by-transfer':
      return (
        <p>銀行持續不接受退回信用卡時使用。覆核時系統會先向金流確認尚未退款。通過後不再退回信用卡；請向顧客取得帳戶資料，匯款後登記。</p>
      );
    case 'approve-return':
      return acts.mailDoubt ? (
        <p className="font-semibold">{MAIL_DOUBTS[acts.mailDoubt]}請先致電收件人，確認是本人申請，以及退款帳戶正確。</p>
      ) : null;
    case 'receive-return':
      return acts.gifts.map(({ productId, name, quantity, value }) => (
        <Whole
          key={productId}
          label={`未退回的贈品：${name}`}
          hint={`共 ${quantity} 件，每件扣 ${money(value)}`}
          max={quantity}
          value={act.keptGifts[String(productId)] ?? 0}
          set={(pieces) => edit({ ...act, keptGifts: { ...act.keptGifts, [String(productId)]: pieces } })}
        />
      ));
    default:
      return null;
  }
}
