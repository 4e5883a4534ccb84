import * as z from 'zod/mini';
import { OrderNoText } from './common.ts';

/** Sends an order's confirmation again (decisions.md 79). The specification's subject, content and recipients are refused. */
export const SendMailRequest = z.strictObject({ orderNo: OrderNoText });
export type SendMailRequest = z.infer<typeof SendMailRequest>;
export const SendMailAnswer = z.object({ state: z.literal(200) });
export type SendMailAnswer = z.infer<typeof SendMailAnswer>;
