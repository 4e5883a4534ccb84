import { formatMoney } from '@nordhaut/contracts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { PriceChange as Change } from '../cart/cart-price.ts';
import { stepPath } from '../checkout/flow.ts';
import { headings, inTime, messages } from '../checkout/messages.ts';

type Props = { change: Change | undefined; open: boolean; onAccept: () => void; onClose: () => void };

/** Stops the payment before a charge when the price has changed. A dialog, because the new price may arrive while the buyer reads. */
export function PriceChange({ change, open, onAccept, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={headings.priceChanged}
      actions={
        <>
          <LinkButton look="line" to={stepPath('CART')}>
            回購物車查看
          </LinkButton>
          {change && <Button onClick={onAccept}>同意新的金額 {formatMoney(change.to)}</Button>}
        </>
      }
    >
      {change && (
        <div role="alert" className="grid gap-3">
          <p>{change.discount === undefined ? messages.amountChanged : inTime(change.discount)}</p>
          <p className="num text-lg">
            <span className="sr-only">原本 </span>
            <del className="text-ink-2">{formatMoney(change.from)}</del>
            <span aria-hidden> → </span>
            <span className="sr-only">，現在 </span>
            <strong>{formatMoney(change.to)}</strong>
          </p>
        </div>
      )}
    </Dialog>
  );
}
