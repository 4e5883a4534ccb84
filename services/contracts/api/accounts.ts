import * as z from 'zod/mini';
import { GENDERS, LOGIN_TYPES, USER_GROUPS } from '../vocabulary.ts';
import { DisplayStatus, PricedLine } from './checkout.ts';
import { GroupOfOrder, LinkedOrders, OrderNoText, PositionText } from './common.ts';
import { OrderFacts } from './orders.ts';

/**
 * Accounts and the member area (spec/2-accounts-and-members). Fields carry the specification's names. The forms' own rules
 * and messages are in `rules/account-form.ts`; the bounds here only keep huge values out.
 */
const Text = z.string().check(z.maxLength(200));
const Password = z.string().check(z.maxLength(256));
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/));
/** An own path (`/payment?to=PAY`), never another origin. The server checks it again. */
export const RedirectPath = z.string().check(z.maxLength(300));

/** The state of an outcome, with the specification's numbers. */
const State = z.object({ state: z.int() });

/** What every page knows of the signed-in member. `user_uid` is public to its owner only and never the stream's name. */
export const Session = z.object({
  user_uid: z.string(),
  /** family name and given name joined (decisions.md 97) */
  user_name: z.string(),
  /** ORIGINAL while a founding membership holds (decisions.md 66) */
  user_group: z.enum(USER_GROUPS),
  user_login_type: z.enum(LOGIN_TYPES),
});
export type Session = z.infer<typeof Session>;

/**
 * `POST /api/register`. Without a pending LINE or Facebook session (an HttpOnly cookie, decisions.md 91) e-mail and password
 * are required; with one, the provider's e-mail is used if it gave one, and there is no password.
 */
export const RegisterRequest = z.object({
  firstName: Text,
  lastName: Text,
  user_email: z.optional(Text),
  password: z.optional(Password),
  user_phone: Text,
  /** of a registration in the checkout (spec/3-purchase-flow §7) */
  user_city: z.optional(Text),
  user_urban_area: z.optional(Text),
  user_address: z.optional(Text),
  method: z.optional(z.enum(['email', 'line', 'facebook'])),
  referralCode: z.optional(Text),
  privacyAccepted: z.boolean(),
  /** 20 years or older (decisions.md 97) */
  ageConfirmed: z.boolean(),
});
export type RegisterRequest = z.infer<typeof RegisterRequest>;
export const SignedInAnswer = z.extend(State, { session: Session, position: z.optional(PositionText) });
export type SignedInAnswer = z.infer<typeof SignedInAnswer>;

export const LoginRequest = z.object({ account: Text, password: Password });
export type LoginRequest = z.infer<typeof LoginRequest>;

export const EmailRequest = z.object({ email: Text });
/** 200: an account exists; 404: none does (decisions.md 94). */
export const StateAnswer = State;

/** `GET /api/register/pending`: what the provider gave, for the form that completes the profile. */
export const PendingRegistration = z.object({
  method: z.enum(['line', 'facebook']),
  /** null where the provider gave none, so the form asks for it */
  user_email: z.nullable(z.string()),
  displayName: z.string(),
});
export type PendingRegistration = z.infer<typeof PendingRegistration>;

/** `POST /api/new-password`. The token of the link is in an HttpOnly cookie (decisions.md 93). */
export const NewPasswordRequest = z.object({ password: Password });
export const ChangePasswordRequest = z.object({ current: Password, password: Password });

export const Member = z.extend(Session, {
  user_email: z.string(),
  emailConfirmed: z.boolean(),
  /** E.164, empty if unknown */
  user_phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  user_gender: z.nullable(z.enum(GENDERS)),
  /** `YYYY-MM-DD`; set once (decisions.md 64) */
  user_birthday: z.nullable(z.iso.date()),
  user_city: z.string(),
  user_urban_area: z.string(),
  user_address: z.string(),
  user_zip: z.string(),
  user_invite_code: z.string(),
  /** whether somebody's code is bound, for good (decisions.md 63) */
  referralBound: z.boolean(),
  /** the ways to sign in */
  ways: z.array(z.enum(LOGIN_TYPES)),
  wishlist: z.array(z.int()),
  /** products that this member cannot buy, with the sets that contain one (decisions.md 26) */
  mutedProducts: z.array(z.int()),
  /** of a founding membership that holds now; null: none */
  foundingNumber: z.nullable(z.int()),
  user_create_at: z.iso.datetime(),
  revision: z.int(),
});
export type Member = z.infer<typeof Member>;

/** `PATCH /api/member`. Missing fields stay. */
export const ProfileChange = z.object({
  firstName: z.optional(Text),
  lastName: z.optional(Text),
  user_phone: z.optional(Text),
  user_gender: z.optional(z.enum(GENDERS)),
  user_birthday: z.optional(Text),
  user_city: z.optional(Text),
  user_urban_area: z.optional(Text),
  user_address: z.optional(Text),
});
export type ProfileChange = z.infer<typeof ProfileChange>;
export const MemberAnswer = z.object({ state: z.int(), member: Member, position: z.optional(PositionText) });
export type MemberAnswer = z.infer<typeof MemberAnswer>;

export const WishParams = z.object({ productId: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)) });
export const WishlistAnswer = z.object({ wishlist: z.array(z.int()), revision: z.int(), position: z.optional(PositionText) });
export type WishParams = z.infer<typeof WishParams>;
export type WishlistAnswer = z.infer<typeof WishlistAnswer>;

/** `GET /api/member/wishlist`: the card of each wished product; `available` false reads 商品缺貨中 (decisions.md 99). */
export const WishlistItem = z.object({
  productId: z.int(),
  nameZh: z.string(),
  nameEn: z.string(),
  slug: z.string(),
  image: z.string(),
  price: z.object({ origin: z.int(), member: z.int() }),
  available: z.boolean(),
  /** withdrawn products have no page */
  linked: z.boolean(),
});
export type WishlistItem = z.infer<typeof WishlistItem>;
export const WishlistItems = z.object({ items: z.array(WishlistItem) });
export type WishlistItems = z.infer<typeof WishlistItems>;

/** `POST /api/member/referral`: state 200, 404 unknown, 409 already bound, 500 own code. `position`: with state 200. */
export const ReferralRequest = z.object({ code: Text });
export const ReferralAnswer = z.object({ state: z.int(), message: z.string(), position: z.optional(PositionText) });
export type ReferralAnswer = z.infer<typeof ReferralAnswer>;

/** `DELETE /api/member`: signed in anew (decisions.md 98). `pending`: what the deletion waits for. */
export const DeleteAccountRequest = z.object({ password: z.optional(Password) });
export const DeleteAccountAnswer = z.object({ state: z.int(), pending: z.array(z.string()) });
export type DeleteAccountAnswer = z.infer<typeof DeleteAccountAnswer>;

/**
 * `POST /api/member/confirmation` sends the link again; `POST /api/member/confirm` takes its token, which is in an HttpOnly
 * cookie after `GET /confirm-email?token=`.
 */
export const ConfirmRequest = z.object({ token: z.optional(Token) });
/**
 * `POST /api/member/prove`: the password of a member who has one, else a sign-in of the last minutes. The proof is an HttpOnly
 * cookie, good for one link or one removal of a way to sign in.
 */
export const ProveRequest = z.object({ password: z.optional(Password) });
/** An outcome and its sentence. */
export const StateMessage = z.extend(State, { message: z.string() });
/** `POST /api/member/email`: the address counts after its link was used. `password`: of a member who has one. */
export const ChangeEmailRequest = z.object({ user_email: Text, password: z.optional(Password) });
/** `?token=` of a link in a mail. */
export const LinkQuery = z.object({ token: z.string().check(z.maxLength(200)) });

/**
 * `GET /api/line/start`, `GET /api/facebook/start`: `link=1` adds the way to the signed-in member, who has proven anew to be there.
 * `app=0`, after a failure: LINE's own page, and not its app, which may come back in another browser.
 * `window=0`: a tab of the shop goes itself. Otherwise the window was opened for this, and closes at the end.
 */
export const SocialStartQuery = z.object({
  redirect: z.optional(RedirectPath),
  link: z.optional(z.enum(['0', '1'])),
  app: z.optional(z.enum(['0', '1'])),
  window: z.optional(z.enum(['0', '1'])),
});
const Parameter = z.optional(z.string().check(z.maxLength(4_000)));
/** What a provider adds to the callback's address. Other parameters are allowed. */
export const SocialCallbackQuery = z.looseObject({ state: Parameter, code: Parameter, error: Parameter });
export const WayParams = z.object({ way: z.enum(LOGIN_TYPES) });
/** `GET /api/line/autoLogin/`: state 200 with LINE's id of the person, 404 without a LINE session. */
export const LineAutoLogin = z.extend(State, { user_line_id: z.optional(z.string()) });
/**
 * What the Facebook window tells its opener through `SOCIAL_CHANNEL`: 200 signed in, 205 and 404 the profile has to be
 * completed at `/register?login=fb`, 403 the member has to prove anew to be there, 409 the e-mail has an account that signs in
 * first, 500 and others failed.
 */
export const SOCIAL_CHANNEL = 'nordhaut-sign-in';
export type SocialOutcome = { provider: 'facebook'; state: number };

/** `GET /api/member/orders?cursor=&year=`: the newest first. */
export const MemberOrdersQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  year: z.optional(z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2999))),
  after: z.optional(PositionText),
});
export const MemberOrder = z.object({
  orderNo: OrderNoText,
  createdAt: z.iso.datetime(),
  total: z.int(),
  displayStatus: DisplayStatus,
  items: z.array(PricedLine),
  /** of a group order */
  group: z.optional(GroupOfOrder),
  /** of an exchange or a second shipment; missing: none */
  linked: z.optional(LinkedOrders),
  facts: OrderFacts,
  revision: z.int(),
});
export type MemberOrder = z.infer<typeof MemberOrder>;
export const MemberOrders = z.object({
  orders: z.array(MemberOrder),
  cursor: z.nullable(z.string()),
  /** the years in which the member ordered, the newest first */
  years: z.array(z.int()),
  position: PositionText,
});
export type MemberOrders = z.infer<typeof MemberOrders>;
