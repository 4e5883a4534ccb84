import { checkoutUpcasters } from '@nordhaut/checkout';
import { orderUpcasters } from '@nordhaut/ordering';
import type { Upcaster } from '@nordhaut/platform/envelope';

/** For events that were written in an older shape. Every codec of the shop needs them, to read and to write. */
export const upcasters: readonly Upcaster[] = [...orderUpcasters, ...checkoutUpcasters];
