export * from './card-processor.ts';
export * from './is-paid.ts';
export { cardRefusalMessage } from './messages.ts';
export { TapPayConfig } from './tappay/config.ts';
export { createTapPay } from './tappay/tappay.ts';
export { ConfirmAnswer, notifyUrl, type PaymentHttp, type PaymentRef, paymentRoutes } from './http.ts';
