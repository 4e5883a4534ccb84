export * from './card-processor.ts';
export { notifyUrl, type PaymentHttp, type PaymentRef } from './http.ts';
export * from './is-paid.ts';
export { cardRefusalMessage } from './messages.ts';
export { TapPayConfig } from './tappay/config.ts';
