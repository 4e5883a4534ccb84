/** A text in which no line ends between a number and its unit, such as `4 個月`. */
export const withUnits = (text: string): string => text.replaceAll(/(\d) (?=\p{Script=Han})/gu, '$1\u00a0');
