export { formatMoney } from '@nordhaut/contracts';
