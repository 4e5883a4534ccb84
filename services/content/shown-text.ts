/** Accents that one letter keeps. Browsers stack them, so hundreds of them would cover the reviews and forms above. */
const TOO_MANY_ACCENTS = /(\p{M}{4})\p{M}+/gu;
/** Signs that nobody sees, also those that turn the direction of a line. The joiner (U+200D) stays, because emoji are made with it. */
const INVISIBLE = /(?!\u200d)\p{Cf}/gu;

/** What a member typed, as all visitors see it. */
export const shownText = (typed: string): string => typed.replace(INVISIBLE, '').replace(TOO_MANY_ACCENTS, '$1').trim();
