import { TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import { HelpFrame } from '../features/help/help-frame.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/terms';

/** The server alone has the text; the page brings it as data. */
export const loader = () => ({ text: TERMS_OF_SERVICE });

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: loaderData?.text.title ?? '',
    description: '訂購、付款、配送、七天鑑賞期、退貨與會員帳號的條款。',
    path: '/help/termsAndConditions',
    share: 'terms',
  });
}

export default function Terms({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <HelpFrame label={text.title}>
      <LegalPage text={text} framed />
    </HelpFrame>
  );
}
