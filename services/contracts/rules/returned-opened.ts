/**
 * Id of product 05, the 15 ml essence. It has no sample to try, so it may come back opened within the seven days
 * (spec/1-catalogue-and-content §9, decisions.md 39).
 */
export const RETURNED_OPENED = 7;
