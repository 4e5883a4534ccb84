import { CARRIER_LIMIT, formatMoney } from '@nordhaut/contracts';
import { toast } from '../../lib/stores/toasts.ts';
import { RadioCards } from '../../ui/choices.tsx';
import { DELIVERY_LABELS, feeText, headings, messages } from '../checkout/messages.ts';
import { useSession } from '../checkout/session.ts';
import { setDelivery, setPayment } from './choice.ts';
import { fieldId, overLimit } from './shipping-form.ts';

type Props = {
  /** NT$; undefined while it is unknown */
  total: number | undefined;
  errors: { payment?: string | undefined; delivery?: string | undefined };
};

const LIMIT = formatMoney(CARRIER_LIMIT);
/** Why a choice is disabled, shown at the choice. */
const tooMuch = (way: string): string => `訂單金額超過 ${LIMIT}，無法使用${way}`;

/** Payment and delivery. Some choices of one change the other (spec/3-purchase-flow §4). */
export function DeliveryChoices({ total, errors }: Props) {
  const { payment, delivery } = useSession();
  const over = overLimit(total);
  return (
    <div className="grid gap-6">
      <RadioCards
        legend={headings.payment}
        id={fieldId('payment')}
        name="payment"
        error={errors.payment}
        value={payment}
        columns={2}
        onChange={(value) => {
          setPayment(value);
          if (value === 'COD' && delivery !== 'HOME') toast('貨到付款僅限宅配到府，配送方式已改為宅配到府');
        }}
        options={[
          { value: 'CREDIT', title: '信用卡', detail: 'Visa、Mastercard、JCB' },
          {
            value: 'COD',
            title: '貨到付款',
            detail: over.cod ? tooMuch('貨到付款') : total === 0 ? messages.nothingDue : `僅限宅配到府，單筆上限 ${LIMIT}`,
            disabled: over.cod || total === 0,
          },
        ]}
      />
      <RadioCards
        legend={headings.delivery}
        id={fieldId('delivery')}
        name="delivery"
        error={errors.delivery}
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
            disabled: over.store,
            detail: over.store ? (
              tooMuch(DELIVERY_LABELS.CVS)
            ) : (
              <>
                7-11、全家
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
                香港、澳門
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
