// What the carrier prints on its label. A module of its own, because few pages need it.

/**
 * The carrier's width of a name: 2 for a Chinese character, 1 for a Latin one. The carrier accepts 4 to 10. So two Latin
 * letters would pass the shop's own limits and be refused after the payment (providers §1.4, "Name fit").
 */
const nameWidth = (name: string): number => [...name].reduce((width, char) => width + (/[\u0000-\u00ff]/.test(char) ? 1 : 2), 0);

/** Whether the carrier accepts the name: width 4–10, only letters. */
export const carrierTakesName = (name: string): boolean => nameWidth(name) >= 4 && nameWidth(name) <= 10 && /^[\p{L}\p{M}]+$/u.test(name);

/** Length of an address on the carrier's label, including county and district (providers §1.4). */
const ADDRESS_LENGTH = { min: 6, max: 60 } as const;

export const carrierTakesAddress = (address: string): boolean => {
  const { length } = [...address];
  return length >= ADDRESS_LENGTH.min && length <= ADDRESS_LENGTH.max;
};
