import type { Page } from '@playwright/test';
import type { OrderAnswer, OrderFacts } from '@nordhaut/contracts';

type Order = OrderAnswer['order'];
export type Shown = {
  facts?: Partial<OrderFacts>;
  order?: Partial<Omit<Order, 'facts'>>;
  label?: string;
  /** labels of further timeline entries */
  steps?: readonly string[];
};

/** Changes this order's answer for the browser from now on, to a state that a journey cannot create in the shop. */
export async function showAs(page: Page, orderNo: string, { facts, order, label, steps = [] }: Shown): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === `/api/orders/${orderNo}`,
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as OrderAnswer;
      const at = new Date().toISOString();
      await route.fulfill({
        response,
        json: {
          ...answer,
          order: { ...answer.order, ...order, facts: { ...answer.order.facts, ...facts } },
          displayStatus: { ...answer.displayStatus, ...(label && { label }) },
          timeline: [
            ...answer.timeline,
            ...steps.map((label, place) => ({ code: label, label, at, revision: answer.revision + 1 + place, late: false })),
          ],
        } satisfies OrderAnswer,
      });
    },
  );
}

/** Goes to a page of the shop without a reload, so that the browser requests its data. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

export const OPEN = { open: true, reason: null } as const;
export const CLOSED = { open: false, reason: { code: 'CLOSED', message: '' } } as const;
/** An order without possible actions. */
export const NO_ACTIONS = { pay: CLOSED, cancel: CLOSED, return: CLOSED, track: CLOSED } as const;
