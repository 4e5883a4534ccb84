import { checkoutUpcasters } from '@nordhaut/checkout';
import { orderUpcasters } from '@nordhaut/ordering';
import type { Upcaster } from '@nordhaut/platform/envelope';

/** Of every event that was ever written in another shape; whoever reads or writes the shop's events needs them. */
export const upcasters: readonly Upcaster[] = [...orderUpcasters, ...checkoutUpcasters];
