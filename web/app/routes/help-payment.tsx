import { PAYMENT_OPTIONS } from '@nordhaut/contracts/legal';
import { HelpFrame } from '../features/help/help-frame.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/help-payment';

/** The server alone has the text; the page brings it as data. */
export const loader = () => ({ text: PAYMENT_OPTIONS });

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: loaderData?.text.title ?? '',
    description: '信用卡、3D 驗證、貨到付款、匯款與發票的說明。',
    path: '/help/payment-options',
    share: 'payment',
  });
}

export default function HelpPayment({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <HelpFrame label={text.title}>
      <LegalPage text={text} framed />
    </HelpFrame>
  );
}
