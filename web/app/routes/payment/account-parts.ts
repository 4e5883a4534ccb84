/** The parts of accounts in the checkout. They are loaded after the step, which does not wait for them. */
export { CheckoutAccount } from '../../features/account/checkout-account.tsx';
export { rememberRecipient } from '../../features/account/recipient-memory.tsx';
export { registerBoxProblem, registerFromShipping } from '../../features/account/register-box.tsx';
export { ShippingAccount } from '../../features/account/shipping-account.tsx';
