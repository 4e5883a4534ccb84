/** Decisions 22–66 without an example, and why. All others have one. */
export const WITHOUT_FIGURES: Readonly<Record<number, string>> = {
  25: 'The name, e-mail and phone number of the brand.',
  29: 'The order of two labels of an order.',
  30: 'Which codes of a carrier allow the return of a cash order. What goes back is in 41 and 65.',
  31: 'Which orders the shop asks the carrier about.',
  32: 'Where the cart is kept.',
  35: 'Which addresses take an order. Its amounts are those of 38, 54 and 55.',
  36: 'The words for a cash order on its way.',
  39: 'Which opened product may be returned. What goes back is in 41 and 65.',
};
