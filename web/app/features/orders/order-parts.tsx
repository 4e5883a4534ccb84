import { dayOf, formatMoney, type OrderAnswer } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useHydrated } from '../../lib/browser.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { OrderLine } from '../../ui/order-line.tsx';
import { Picture } from '../../ui/picture.tsx';
import { headings, LINKED, messages } from './messages.ts';
import { OrderNumber } from './order-number.tsx';
import { isToBeCollected } from './pickup.ts';

type View = OrderAnswer['order'];
type Pickup = NonNullable<View['facts']['pickup']>;

type FactsProps = { title: string; headingId?: string; after?: ReactNode; children: ReactNode };

function Facts({ title, headingId, after, children }: FactsProps) {
  return (
    <section className="rounded-3 border border-line bg-surface p-5">
      <h2 id={headingId} className="mb-3 text-h3">
        {title}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1.5">{children}</dl>
      {after && <div className="mt-4">{after}</div>}
    </section>
  );
}
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="num min-w-0">{children}</dd>
    </>
  );
}

/** Letters and digits that somebody copies or compares: the browser does not translate them. */
const Code = ({ of }: { of: string }) => <span translate="no">{of}</span>;

export const OrderLink = ({ orderNo }: { orderNo: string }) => (
  <Link to={`/search-order?id=${orderNo}`} className="underline underline-offset-4">
    <Code of={orderNo} />
  </Link>
);

export function OrderFacts({ order, status }: { order: View; status: string }) {
  return (
    <Facts title={headings.order}>
      <Fact label="訂單編號">
        <OrderNumber orderNo={order.orderNo} />
      </Fact>
      <Fact label="訂購日期">{formatDate(order.createdAt)}</Fact>
      {order.group && <Fact label="團購活動">{order.group.name}</Fact>}
      {order.linked?.from && (
        <Fact label="訂單說明">
          訂單 <OrderLink orderNo={order.linked.from.orderNo} /> 的{LINKED[order.linked.from.kind]}，不另收費
        </Fact>
      )}
      {order.linked?.orders.map(({ orderNo, kind, ended }) => (
        <Fact key={orderNo} label={LINKED[kind]}>
          訂單 <OrderLink orderNo={orderNo} />
          {ended && '（未完成）'}
        </Fact>
      ))}
      <Fact label="付款方式">{order.paymentLabel}</Fact>
      <Fact label="訂單狀態">{status}</Fact>
      <Fact label="總金額">
        <strong>{formatMoney(order.total)}</strong>
      </Fact>
    </Facts>
  );
}

/** Id of the card that shows the recipient's full data after a proof. */
export const SHIPPING_HEADING = 'shipping-heading';

type ShippingProps = {
  order: View;
  /** The buyer requests the masked data. */
  onAsk?: () => void;
  /** The form for the proof; it replaces the button that opened it. */
  proof?: ReactNode;
};

/** Recipient and address. The store is shown only if there is no pickup card with its name. */
export function ShippingFacts({ order, onAsk, proof }: ShippingProps) {
  const { recipient, personal, tracking } = order;
  const { pickup } = order.facts;
  const hydrated = useHydrated();
  return (
    <Facts
      title={headings.shipping}
      headingId={SHIPPING_HEADING}
      after={
        onAsk &&
        personal === 'masked' &&
        (proof ?? (
          <div className="grid justify-items-start gap-2 print:hidden noscript:hidden">
            <p className="text-sm text-ink-2">{messages.masked}</p>
            <div inert={!hydrated}>
              <Button look="line" onClick={onAsk}>
                查看完整資料
              </Button>
            </div>
          </div>
        ))
      }
    >
      {personal === 'forgotten' ? (
        <Fact label="收件人">已刪除，或僅供會員登入查看</Fact>
      ) : (
        <>
          <Fact label="收件人">{recipient.name}</Fact>
          <Fact label="手機">{recipient.phone}</Fact>
          {recipient.email && <Fact label="電子郵件">{recipient.email}</Fact>}
        </>
      )}
      {pickup?.store && !isToBeCollected(order) && <StoreFact store={pickup.store} />}
      {!pickup && recipient.address && <Fact label="地址">{recipient.address}</Fact>}
      {tracking && personal !== 'forgotten' && (
        <Fact label="物流編號">{tracking.number ? <Code of={tracking.number} /> : messages.numberHidden}</Fact>
      )}
      {pickup?.code && !isToBeCollected(order) && (
        <>
          <Fact label="取貨編號">
            <Code of={pickup.code} />
          </Fact>
          {pickup.validationNo && (
            <Fact label="驗證碼">
              <Code of={pickup.validationNo} />
            </Fact>
          )}
        </>
      )}
    </Facts>
  );
}

function StoreFact({ store }: { store: NonNullable<Pickup['store']> }) {
  return (
    <Fact label="取貨門市">
      {store.chain} {store.name}
      {store.id && `（店號 ${store.id}）`}
      <br />
      <span className="text-sm text-ink-2">{store.address}</span>
    </Fact>
  );
}

/** Store pickup: what to bring, the store and the deadline, until the parcel is collected. */
export function PickupFacts({ order }: { order: View }) {
  const { pickup } = order.facts;
  if (!pickup?.store || !isToBeCollected(order)) return null;
  const { store, deadline } = pickup;
  const code = (text: string | null) =>
    text ? <strong translate="no">{text}</strong> : <span className="text-ink-2">{messages.hidden}</span>;
  return (
    <Facts title={headings.pickup}>
      <Fact label="取貨期限">{deadline ? <strong>{formatDay(dayOf(deadline))}，含當日</strong> : '商品到店後顯示'}</Fact>
      <Fact label="取貨編號">{code(pickup.code)}</Fact>
      {order.delivery.subtype === 'UNIMARTC2C' && <Fact label="驗證碼">{code(pickup.validationNo)}</Fact>}
      <StoreFact store={store} />
      <Fact label="取貨證件">請攜帶與收件人姓名相符的證件</Fact>
    </Facts>
  );
}

export function OrderItems({ order }: { order: View }) {
  return (
    <section aria-labelledby="items-heading">
      <h2 id="items-heading" className="mb-3 text-h3">
        {headings.items}
      </h2>
      <ul className="border-t border-line">
        {order.items.map((item) => (
          <OrderLine
            key={`${item.productId}-${item.tier}`}
            line={item}
            picture={<Thumb image={item.image} />}
            above={
              <p lang="en" className="text-xs tracking-wider text-ink-3 uppercase">
                {item.nameEn}
              </p>
            }
          />
        ))}
      </ul>
      {order.gifts.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 font-sans text-base font-semibold">{headings.gifts}</h3>
          <ul className="border-t border-line">
            {order.gifts.map(({ couponName, nameZh, nameEn, image, quantity }, place) => (
              <li key={`${nameEn}-${place}`} className="flex items-center gap-4 border-b border-line py-3">
                <Thumb image={image} />
                <div className="min-w-0 flex-1">
                  <p className="break-keep">{nameZh}</p>
                  <p className="text-sm text-ink-2">{couponName || (order.group ? '隨單附贈' : '隨單試用品')}</p>
                </div>
                <p className="num">× {quantity}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <dl className="mt-4 grid gap-1">
        <Sum label="商品小計">{formatMoney(order.subtotal)}</Sum>
        {order.coupons
          .filter(({ amount }) => amount > 0)
          .map(({ couponId, name, amount }) => (
            <Sum key={couponId} label={name}>
              −{formatMoney(amount)}
            </Sum>
          ))}
        {order.credit > 0 && <Sum label="購物金折抵">−{formatMoney(order.credit)}</Sum>}
        <Sum label="運費">{order.shippingFee === 0 ? '免運費' : formatMoney(order.shippingFee)}</Sum>
        <Sum label="合計">
          <strong className="text-lg">{formatMoney(order.total)}</strong>
        </Sum>
      </dl>
    </section>
  );
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

function Thumb({ image }: { image: string }) {
  return (
    <div className="size-[min(4rem,18vw)] shrink-0 overflow-clip rounded-2 bg-sunken">
      {image && <Picture image={image} alt="" sizes="64px" className="size-full object-cover" />}
    </div>
  );
}
