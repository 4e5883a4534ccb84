import type { ConsentPurpose } from '@nordhaut/contracts';
import type { TrackingConfig } from './config.ts';
import { type CrmProvider, crmProvider } from './crm.ts';
import { gaProvider } from './ga.ts';
import { metaProvider } from './meta.ts';
import type { ReportProvider } from './provider.ts';

/** What the configured providers are for. */
export const configuredPurposes = (config: TrackingConfig): { purpose: ConsentPurpose }[] => [
  ...(config.META_PIXEL_ID === '' ? [] : [{ purpose: 'advertising' as const }]),
  ...(config.GA_MEASUREMENT_ID === '' ? [] : [{ purpose: 'analysis' as const }]),
  ...(config.ACCUHIT_URL ? [{ purpose: 'crm' as const }] : []),
];

/** The providers that are configured. */
export function openProviders(config: TrackingConfig): {
  all: readonly ReportProvider[];
  crm: CrmProvider | undefined;
  close(): Promise<void>;
} {
  const crm = config.ACCUHIT_URL ? crmProvider(config) : undefined;
  const ga = config.GA_MEASUREMENT_ID === '' ? undefined : gaProvider(config);
  const all = [
    ...(config.META_PIXEL_ID === '' ? [] : [metaProvider(config)]),
    ...(ga ? [ga.purchases, ga.undone] : []),
    ...(crm ? [crm, ...crm.later] : []),
  ];
  return {
    all,
    crm,
    close: async () => void (await Promise.all(all.filter(({ follows }) => !follows).map((provider) => provider.close()))),
  };
}
