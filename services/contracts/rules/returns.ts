/**
 * Id of product 05, the 15 ml essence. It has no sample to try, so it may come back opened within the seven days
 * (spec/1-catalogue-and-content §9, decisions.md 39).
 */
export const RETURNED_OPENED = 7;

/** Days for a return without a reason and without a cost, after the day of receipt (decisions.md 41). */
export const RETURN_DAYS = 7;
