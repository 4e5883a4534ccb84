import { formatMoney } from '@nordhaut/contracts';
import { Trash2 } from 'lucide';
import { Link } from 'react-router-dom';
import { useDesk } from '../../lib/browser.ts';
import { changeCartItem, lineKey, removeCartItem, useCart } from '../../lib/stores/cart.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { QuantityStepper } from '../../ui/quantity-stepper.tsx';
import type { CartLine } from './cart-lines.ts';

async function change({ item, name }: CartLine, quantity: number): Promise<void> {
  const result = quantity < 1 ? await removeCartItem(item.productId, item.tier) : await changeCartItem(item.productId, quantity, item.tier);
  if (!result.ok) return toast(result.message, 'error');
  if (quantity < 1) toast(`已將「${name}」自購物車移除`);
}

type LinePictureProps = { image: string | undefined; tone: string | undefined; size?: string };

export function LinePicture({ image, tone, size = 'size-[min(5rem,22vw)]' }: LinePictureProps) {
  return (
    <div className={`${size} shrink-0 overflow-clip rounded-2 ${tone ? `tint tone-${tone}` : 'bg-sunken'}`}>
      {image !== undefined && <Picture image={image} alt="" sizes="80px" className="size-full object-cover" />}
    </div>
  );
}

function Name({ line: { product, name, item, buyable, waiting } }: { line: CartLine }) {
  return (
    <div className="grid min-w-0 justify-items-start gap-1 desk:min-w-24">
      {product?.available ? (
        <Link to={`/product/${product.slug}`} className="inline-flex min-h-11 items-center font-semibold hover:underline">
          {name}
        </Link>
      ) : (
        <span className="font-semibold">{name}</span>
      )}
      {product && (
        <span lang="en" className={`text-xs tracking-wider text-ink-3 uppercase ${product.available ? '-mt-3' : ''}`}>
          {product.nameEn}
        </span>
      )}
      {item.tier === 'ADDITIONAL' && <Badge look="amber">加購商品</Badge>}
      {waiting && <Badge look="amber">等待銀行驗證</Badge>}
      {!buyable && !waiting && <Badge look="danger">缺貨中，請移除後再結帳</Badge>}
    </div>
  );
}

function Quantity({ line }: { line: CartLine }) {
  const { item, name } = line;
  const busy = useCart(({ pending }) => pending.has(lineKey(item.productId, item.tier)));
  if (item.tier === 'ADDITIONAL' || !line.buyable || line.waiting) return <span className="num">{item.quantity} 件</span>;
  return <QuantityStepper of={name} value={item.quantity} min={0} busy={busy} onChange={(quantity) => void change(line, quantity)} />;
}

function Remove({ line }: { line: CartLine }) {
  if (line.waiting) return null;
  return (
    <button
      type="button"
      aria-label={`移除${line.name}`}
      onClick={() => void change(line, 0)}
      className="grid size-11 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-danger"
    >
      <Icon of={Trash2} size={18} />
    </button>
  );
}

/** A table on a computer, a list on a phone (spec/3-purchase-flow §2, "Cart step"). */
export function CartContents({ lines }: { lines: readonly CartLine[] }) {
  const desk = useDesk();
  return desk ? <Table lines={lines} /> : <List lines={lines} />;
}

const keyOf = ({ item }: CartLine): string => lineKey(item.productId, item.tier);

function Table({ lines }: { lines: readonly CartLine[] }) {
  return (
    // A window that becomes narrow gets the list a moment later; until then the table must not widen the page.
    <table className="w-full border-collapse text-start max-desk:hidden">
      <caption className="sr-only">購物車內的商品</caption>
      <thead>
        <tr className="border-b border-line text-sm text-ink-2">
          <th scope="col" className="pb-2 text-start font-normal">
            商品
          </th>
          <th scope="col" className="hidden px-2 pb-2 text-end font-normal min-[70rem]:table-cell">
            單價
          </th>
          <th scope="col" className="px-2 pb-2 text-center font-normal">
            數量
          </th>
          <th scope="col" className="ps-2 pb-2 text-end font-normal">
            小計
          </th>
          <th scope="col" className="pb-2">
            <span className="sr-only">移除</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={keyOf(line)} className="border-b border-line">
            <th scope="row" className="py-4 text-start font-normal">
              <div className="flex items-center gap-3 min-[70rem]:gap-4">
                <LinePicture image={line.product?.images[0]} tone={line.product?.step} />
                <div>
                  <Name line={line} />
                  <p className={`num mt-1 text-sm whitespace-nowrap text-ink-2 ${line.item.tier === 'MEMBER' ? '' : 'min-[70rem]:hidden'}`}>
                    {line.cause}
                  </p>
                </div>
              </div>
            </th>
            <td className="num hidden px-2 text-end whitespace-nowrap min-[70rem]:table-cell">{formatMoney(line.unitPrice)}</td>
            <td className="px-2 text-center whitespace-nowrap">
              <Quantity line={line} />
            </td>
            <td className="num ps-2 text-end font-semibold whitespace-nowrap">{formatMoney(line.subtotal)}</td>
            <td className="w-11 ps-1">
              <Remove line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function List({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul aria-label="購物車內的商品" className="border-t border-line">
      {lines.map((line) => (
        <li key={keyOf(line)} className="flex gap-4 border-b border-line py-4">
          <LinePicture image={line.product?.images[0]} tone={line.product?.step} />
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
            <div className="flex items-start justify-between gap-2">
              <Name line={line} />
              <div className="-mt-1 -me-3 shrink-0">
                <Remove line={line} />
              </div>
            </div>
            {line.item.tier === 'MEMBER' && <p className="num -mt-1 text-sm text-ink-2">{line.cause}</p>}
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Quantity line={line} />
              <span className="num ms-auto text-end font-semibold whitespace-nowrap">{formatMoney(line.subtotal)}</span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
