import { CARRIER_LIMIT, formatMoney } from '@nordhaut/contracts';
import { toast } from '../../lib/stores/toasts.ts';
import { RadioCards } from '../../ui/choices.tsx';
import { DELIVERY_LABELS, feeText, headings } from './messages.ts';
import { setDelivery, setPayment, useSession } from './session.ts';

/** Payment and delivery, each of which forces something on the other (spec/3-purchase-flow §4). */
export function DeliveryChoices() {
  const { payment, delivery } = useSession();
  return (
    <div className="grid gap-6">
      <RadioCards
        legend={headings.payment}
        name="payment"
        value={payment}
        columns={2}
        onChange={(value) => {
          setPayment(value);
          if (value === 'COD' && delivery !== 'HOME') toast('貨到付款僅限宅配到府，配送方式已改為宅配到府');
        }}
        options={[
          { value: 'CREDIT', title: '信用卡', detail: 'Visa、Mastercard、JCB' },
          { value: 'COD', title: '貨到付款', detail: `僅限宅配到府，單筆上限 ${formatMoney(CARRIER_LIMIT)}` },
        ]}
      />
      <RadioCards
        legend={headings.delivery}
        name="delivery"
        value={delivery}
        columns={3}
        onChange={(value) => {
          setDelivery(value);
          if (payment === 'COD' && value !== 'HOME') toast(`${DELIVERY_LABELS[value]}不支援貨到付款，付款方式已改為信用卡`);
        }}
        options={[
          {
            value: 'HOME',
            title: DELIVERY_LABELS.HOME,
            detail: (
              <>
                1–3 個工作天內出貨
                <br />
                {feeText('HOME')}
              </>
            ),
          },
          {
            value: 'CVS',
            title: DELIVERY_LABELS.CVS,
            detail: (
              <>
                7-ELEVEN、全家
                <br />
                {feeText('CVS')}
              </>
            ),
          },
          {
            value: 'INTERNATIONAL',
            title: DELIVERY_LABELS.INTERNATIONAL,
            detail: (
              <>
                香港・澳門
                <br />
                {feeText('INTERNATIONAL')}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
