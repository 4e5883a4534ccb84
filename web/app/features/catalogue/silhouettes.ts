const PUMP = 'M4 20q0-3 3-3h10q3 0 3 3v24q0 2-2 2H6q-2 0-2-2ZM8 16v-3h8v3ZM10 12V9H3V7q0-2 2-2h7q2 0 2 2v5Z';
const BOTTLE = 'M5 20q0-5 4-6h6q4 1 4 6v24q0 2-2 2H7q-2 0-2-2ZM8 13V3q0-1 1-1h6q1 0 1 1v10Z';
const DROPPER = 'M5 26q0-4 4-5h6q4 1 4 5v18q0 2-2 2H7q-2 0-2-2ZM8 20v-5h8v5ZM10 14V6q0-3 2-3t2 3v8Z';
const TUBE = 'M5 8h14l-1 29H6ZM7 38h10v7q0 1-1 1H8q-1 0-1-1Z';
const JAR = 'M2 31q0-1 1-1h18q1 0 1 1v12q0 3-3 3H5q-3 0-3-3ZM3 21h18q1 0 1 1v7H2v-7q0-1 1-1Z';

/** The outline of each vessel by its number: the path of an SVG of 24 by 48. */
export const SILHOUETTES: Readonly<Record<string, string>> = {
  '01': PUMP,
  '02': BOTTLE,
  '03': DROPPER,
  '04': TUBE,
  '05': DROPPER,
  '06': DROPPER,
  '07': JAR,
  '08': JAR,
};
