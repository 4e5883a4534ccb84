/** The states with which LINE's and Facebook's callbacks return to a page (spec/2-accounts-and-members §4). */
export const SIGN_IN = { done: 200, incomplete: 205, unproven: 403, newUser: 404, closed: 405, linkedElsewhere: 409, failed: 500 } as const;

/** The state in `?state=`; null without one. */
export const signInState = (text: string | null): number | null => (text === null ? null : Number(text));
