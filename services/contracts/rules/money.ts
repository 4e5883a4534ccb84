/** An amount in Taiwanese notation. `amount`: NT$ integer */
export const formatMoney = (amount: number): string => `NT$${amount.toLocaleString('en-US')}`;
