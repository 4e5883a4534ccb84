import type { Page } from '@playwright/test';
import type { OrderAnswer, OrderFacts } from '@nordhaut/contracts';

type Order = OrderAnswer['order'];
export type Shown = {
  facts?: Partial<OrderFacts>;
  order?: Partial<Omit<Order, 'facts'>>;
  label?: string;
  /** labels of timeline entries that the history has in this state */
  steps?: readonly string[];
};

/** From now on the browser gets this order's answer changed to a state that a journey cannot bring about in the shop. */
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

/** Goes to a page of the shop from within, so that the browser asks for its data. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

export const OPEN = { open: true, reason: null } as const;
export const CLOSED = { open: false, reason: { code: 'CLOSED', message: '' } } as const;
/** Nothing can be done about the order any more. */
export const NO_ACTIONS = { pay: CLOSED, cancel: CLOSED, return: CLOSED, track: CLOSED } as const;
