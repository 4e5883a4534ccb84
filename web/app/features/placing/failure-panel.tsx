import { CircleAlert, WifiOff } from 'lucide';
import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useShop } from '../../lib/shop.ts';
import { Icon } from '../../ui/icon.tsx';
import { resultPath, stepPath } from '../checkout/flow.ts';
import { headings } from '../checkout/messages.ts';
import type { PlacingFailure } from './prepare-order.ts';

const NEXT: Readonly<Record<string, string>> = {
  resend: '沒有收到回應，訂單可能已送出。您填寫的資料都還在；再試一次會沿用同一筆訂單，不會重複扣款。',
  later: '目前還不能完成這筆訂單。您填寫的資料都還在；請保持此頁面開啟，頁面會自動再試，沿用同一筆訂單，不會重複扣款。',
  card: '尚未扣款。請確認卡片資料，或改用其他卡片後再按一次付款；重新付款會建立新的訂單編號。',
  unsent: '這次沒有送出訂單，也沒有付款。您填寫的資料都還在，請確認網路連線後再試一次。',
  'earlier-unclear': '這次沒有送出新的訂單，請稍候片刻再試一次。',
  cart: '訂單未成立，請調整購物車的商品或優惠後再結帳。',
  shipping: '請回到配送步驟修正後再試一次。',
  support: '',
};

/** An order of another window has taken the lines out of the cart. */
const CART_EMPTY = '這個購物車可能已在其他視窗完成結帳，這次沒有送出新的訂單。';
const takenBy = (orderNo: string): string => `這些商品已在訂單 ${orderNo} 結帳，這次沒有送出新的訂單，也沒有付款。`;
/** The failures after which the same button may work again. */
const AGAIN: ReadonlySet<string> = new Set(['resend', 'later', 'unsent', 'earlier-unclear']);

/** The card processor's code before its message: `[10003] - `. Only support needs it. */
const CODE = /^\[-?\d+\] - /;

function Message({ message }: { message: string }) {
  const code = CODE.exec(message)?.[0] ?? '';
  return (
    <span>
      {code && <span className="num text-xs font-normal">{code}</span>}
      {message.slice(code.length)}
    </span>
  );
}

type Props = {
  failed: PlacingFailure;
  onResend?: () => void;
  /** the order is being sent again */
  resending?: boolean;
  onOtherCard?: () => void;
};

/** Why the order failed and what to do next. It takes the focus because it answers the buyer's click. */
export function FailurePanel({ failed: { failure, next }, onResend, resending = false, onOtherCard }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const { email, phone } = useShop();
  useEffect(() => ref.current?.focus(), [failure]);
  const icon = failure.status === 0 || next.kind === 'resend' || next.kind === 'later' ? WifiOff : CircleAlert;
  const takenIn = failure.details?.['orderNo'];
  const emptied = failure.code === 'CART_EMPTY' && takenIn === undefined;
  const text = takenIn === undefined ? (emptied ? CART_EMPTY : NEXT[next.kind]) : takenBy(takenIn);
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="grid justify-items-start gap-3 rounded-3 border border-danger bg-danger-soft p-5">
      <p className="flex items-start gap-2 font-semibold text-danger">
        <Icon of={icon} size={20} className="mt-1 shrink-0" />
        <Message message={failure.message} />
      </p>
      {text && <p>{text}</p>}
      {next.kind === 'card' && onOtherCard && (
        <Button look="line" onClick={onOtherCard}>
          改用其他卡片
        </Button>
      )}
      {AGAIN.has(next.kind) && (
        <Button look="line" onClick={onResend} busy={resending} busyText="正在再試一次…">
          再試一次
        </Button>
      )}
      {takenIn !== undefined && (
        <LinkButton look="line" to={resultPath(takenIn, 'CREDIT')}>
          查看訂單
        </LinkButton>
      )}
      {emptied && (
        <LinkButton look="line" to="/search-order">
          訂單查詢
        </LinkButton>
      )}
      {next.kind === 'shipping' && (
        <LinkButton look="line" to={stepPath('SHIPPING')}>
          回配送步驟
        </LinkButton>
      )}
      {next.kind === 'support' && (
        <p className="text-sm">
          客服信箱{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
          ，電話{' '}
          <a className="link num" href={`tel:${phone.replaceAll(' ', '')}`}>
            {phone}
          </a>
          {failure.correlationId && <span className="num block text-ink-2">查詢代碼 {failure.correlationId}</span>}
        </p>
      )}
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  card: headings.unpaid,
  resend: headings.unanswered,
  later: headings.later,
  unsent: headings.unsent,
  'earlier-unclear': headings.unsent,
};

/** The same in a dialog. The answer may arrive long after the click, and a panel in the form would then move the text that the buyer reads. */
export function FailureDialog({
  failed,
  onClose,
  ...ways
}: Omit<Props, 'failed'> & { failed: PlacingFailure | undefined; onClose: () => void }) {
  return (
    <Dialog open={failed !== undefined} onClose={onClose} title={TITLES[failed?.next.kind ?? ''] ?? headings.refused}>
      {failed && <FailurePanel failed={failed} {...ways} />}
    </Dialog>
  );
}
