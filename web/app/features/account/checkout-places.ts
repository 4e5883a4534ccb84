/** Where accounts appear in the checkout. Only the steps that show them load this file. */
export { CheckoutAccount } from './checkout-account.tsx';
export { ShippingAccountPlace } from './shipping-account-place.tsx';
