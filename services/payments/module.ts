import type { Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import { paymentRoutes, type PaymentHttp } from './http.ts';
import { TapPayConfig } from './tappay/config.ts';
import { createTapPay } from './tappay/tappay.ts';

export const openCardProcessor = ({ config }: Pick<Engine, 'config'>) => createTapPay(config.of(TapPayConfig));

export const payments: Module<{ checkout: Pick<PaymentHttp, 'confirm' | 'statusOf'> }> = {
  name: 'payments',
  config: TapPayConfig,
  simulated: (url) => ({ TAPPAY_BASE_URL: url, TAPPAY_SDK_URL: `${url}/sdk/tpdirect/v5.24.0` }),
  routes: ({ config }, { checkout: { confirm, statusOf } }) => [paymentRoutes({ config: config.of(TapPayConfig), confirm, statusOf })],
  // The card fields' script and frame, and the bank's page.
  pageOrigins(settings) {
    const { TAPPAY_SDK_URL, TAPPAY_BASE_URL } = settings(TapPayConfig);
    const [fields, bank] = [new URL(TAPPAY_SDK_URL).origin, new URL(TAPPAY_BASE_URL).origin];
    return { script: [fields], frame: [fields, bank], connect: [fields] };
  },
};
