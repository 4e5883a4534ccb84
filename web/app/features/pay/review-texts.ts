import { bareName } from '@nordhaut/contracts';
import type { ShippingFields } from '../checkout/fields.ts';
import { recipientOf } from '../placing/order-request.ts';
import type { ShippingChoice } from '../shipping/shipping-form.ts';

type Texts = { name: string; phone: string; email: string; place: string };

/** Recipient and place as the order will have them, so that the buyer checks the parcel's label and not what was typed or filled in. */
export function reviewTexts(fields: ShippingFields, choice: ShippingChoice): Texts {
  const recipient = recipientOf(fields, choice);
  const { phoneArea, phone, zip = '', city = '', district = '', area = '', address = '' } = recipient;
  const { store } = choice;
  return {
    name: bareName(recipient.firstName) + bareName(recipient.lastName),
    phone: phoneArea === '+886' ? phone.replace(/^(?!0)/, '0') : `${phoneArea} ${phone}`,
    email: recipient.email,
    place:
      choice.delivery === 'CVS'
        ? `${store?.CVSStoreName ?? ''} ${store?.CVSAddress ?? ''}`
        : `${zip} ${city}${district}${area}${address}`.trim(),
  };
}
