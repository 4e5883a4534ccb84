/** NT$ as people in Taiwan write it. `amount`: NT$ integer. */
export const formatMoney = (amount: number): string => `NT$${amount.toLocaleString('en-US')}`;
