import type { CartItem, Quote } from '@nordhaut/contracts';
import { useState } from 'react';
import { askedPart } from '../../lib/asked-part.ts';
import { useDesk } from '../../lib/browser.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { CardFields } from './card-fields.tsx';
import { FailureDialog } from '../placing/failure-panel.tsx';
import { InvoiceFields } from './invoice-fields.tsx';
import { payFieldId, type PayProblem, payProblems, stillWrong } from './invoice.ts';
import { messages } from '../checkout/messages.ts';
import { OrderLines, ShippingReview } from './order-review.tsx';
import { orderRequest } from '../placing/order-request.ts';
import { useSession } from '../checkout/session.ts';
import type { ShippingChoice } from '../shipping/shipping-form.ts';
import type { PriceChange as Change } from '../cart/cart-price.ts';
import { STEP_FORM } from '../checkout/flow.ts';
import { Terms } from './terms.tsx';
import { useCardFields } from './use-card-fields.ts';
import type { Placing } from '../placing/use-placing.ts';
import { useRepeat } from '../placing/use-repeat.ts';

/** Prices seldom change during the checkout. */
const PriceChange = askedPart(() => import('./price-change.tsx').then((module) => module.PriceChange));

/** Script cannot focus the processor's frames. The group around them takes the focus, so the next Tab goes to the card number. */
function toCardFields(): void {
  const fields = document.getElementById(payFieldId('card'));
  fields?.focus({ preventScroll: true });
  fields?.scrollIntoView({ block: 'center' });
}

type Props = {
  items: readonly CartItem[];
  /** its price is the amount on the button */
  quote: Quote;
  choice: ShippingChoice;
  placing: Placing;
  change: Change | undefined;
  onAcceptChange: () => void;
};

export function PayStep({ items, quote, choice, placing, change, onAcceptChange }: Props) {
  const desk = useDesk();
  const { fields, invoice, remember, coupons } = useSession();
  // Nothing is charged where the total is 0 (decisions.md 55).
  const byCard = choice.payment === 'CREDIT' && quote.price !== 0;
  const card = useCardFields(byCard);
  const [accepted, setAccepted] = useState(false);
  const [tries, setTries] = useState(0);
  const [named, setNamed] = useState<readonly PayProblem['field'][]>([]);
  const [cardProblem, setCardProblem] = useState<{ message: string; unusable: boolean }>();
  /** the new price whose dialog the buyer closed without an answer; the main button opens the dialog again */
  const [unanswered, setUnanswered] = useState<number>();
  const [knownCard, setKnownCard] = useState(card.card);
  if (knownCard !== card.card) {
    setKnownCard(card.card);
    // A corrected card is no problem, and a message about another card is out of date.
    if (!cardProblem?.unusable || card.card?.canGetPrime) setCardProblem(undefined);
  }

  const rest = payProblems(invoice, accepted);
  const problems: PayProblem[] = [...(cardProblem ? [{ field: 'card', message: cardProblem.message } as const] : []), ...rest];
  const wrong = stillWrong(named, problems);
  if (wrong.length < named.length) setNamed(wrong);
  const shown = problems.filter(({ field }) => wrong.includes(field));
  const errors = Object.fromEntries(shown.map(({ field, message }) => [field, message]));

  async function pay(): Promise<void> {
    if (placing.phase !== 'idle') return;
    if (change) return placing.dismiss(), setUnanswered(undefined);
    const unusable = byCard && !card.canPay();
    setCardProblem(unusable ? { message: messages.card, unusable } : undefined);
    setNamed([...(unusable ? (['card'] as const) : []), ...rest.map(({ field }) => field)]);
    setTries((count) => count + 1);
    if (unusable || rest.length > 0) return placing.dismiss();
    await placing.place(items, async (orderNo) => {
      const replaces = useSession.getState().atBank?.orderNo;
      const order = {
        orderNo,
        items,
        choice,
        fields,
        invoice,
        coupons,
        credit: quote.vouchers,
        expectedTotal: quote.price,
        gifts: quote.gifts,
        replaces,
        remember,
      };
      if (!byCard) return orderRequest({ ...order, prime: undefined });
      // The token comes last: it is valid for 90 seconds and for one use.
      const prime = await cardToken();
      return prime === undefined ? undefined : orderRequest({ ...order, prime });
    });
  }

  /** @returns undefined where the card cannot be used; the page then shows why */
  async function cardToken(): Promise<string | undefined> {
    const { status, msg, card: given } = await card.prime();
    if (status === 0 && given) return given.prime;
    setCardProblem({ message: `[${status}] - ${messages.card}（${msg}）`, unusable: false });
    setNamed(['card']);
    setTries((count) => count + 1);
    return undefined;
  }

  const again = (): void => void (placing.isOpen() ? placing.resend(byCard ? cardToken : undefined) : pay());
  useRepeat(placing, again);

  const failed = placing.failed && placing.failed.next.kind !== 'price' ? placing.failed : undefined;
  return (
    <form
      id={STEP_FORM}
      noValidate
      className="grid content-start gap-10"
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <PriceChange
        change={change}
        open={change !== undefined && unanswered !== change.to}
        onAccept={onAcceptChange}
        onClose={() => setUnanswered(change?.to)}
      />
      <FailureDialog
        failed={failed}
        onClose={placing.dismiss}
        resending={placing.phase === 'sending'}
        onResend={again}
        onOtherCard={() => {
          placing.dismiss();
          // The closing dialog first returns the focus to the button that opened it.
          setTimeout(toCardFields);
        }}
      />
      <ErrorSummary problems={shown.map(({ field, message }) => ({ fieldId: payFieldId(field), message }))} attempt={tries} />
      {!desk && <OrderLines quote={quote} />}
      <ShippingReview fields={fields} choice={choice} free={quote.price === 0} />
      {byCard && <CardFields fields={card} problem={errors['card']} />}
      <InvoiceFields errors={errors} />
      <Terms accepted={accepted} onChange={setAccepted} error={errors['terms']} />
    </form>
  );
}
