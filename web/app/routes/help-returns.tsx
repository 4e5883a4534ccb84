import { RETURN_RULES } from '@nordhaut/contracts/legal';
import { HelpFrame } from '../features/help/help-frame.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/help-returns';

/** The server alone has the text; the page brings it as data. */
export const loader = () => ({ text: RETURN_RULES });

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: loaderData?.text.title ?? '',
    description: '七天鑑賞期、退換貨申請、退款時間與逾期退貨的規則。',
    path: '/help/return-order',
    share: 'returns',
  });
}

export default function HelpReturns({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <HelpFrame label={text.title}>
      <LegalPage text={text} framed />
    </HelpFrame>
  );
}
