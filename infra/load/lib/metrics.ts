import { Counter, Rate, Trend } from 'k6/metrics';

/** All times in ms. k6 tags every sample with the scenario, which is the journey's name. */

/** from the first call of a checkout to the order's answer; with a card, until the shop reports the payment */
export const checkoutDuration = new Trend('checkout_duration', true);
export const checkoutFailed = new Rate('checkout_failed');
/** orders that were answered with success; their numbers are in the journal */
export const ordersPlaced = new Counter('orders_placed');
/** orders with a piece of the limited coupon; more than its pieces would be oversold */
export const flashSaleWon = new Counter('flash_sale_won');
/** from the order's answer until the look-up shows it */
export const readYourWrite = new Trend('read_your_write', true);
export const pageDuration = new Trend('page_duration', true);
/** from the password to the session; most of it is the password's hash */
export const signInDuration = new Trend('sign_in_duration', true);

/**
 * Time of an event until its arrival at a follower. Tag `from`: `carrier` starts when the carrier is told to report;
 * `shop` starts at the event's own time, by the shop's clock.
 */
export const pushLatency = new Trend('push_latency', true);
export const pushReceived = new Counter('push_received');
/** statuses that the look-up shows and a connected follower did not get */
export const pushMissed = new Counter('push_missed');
/** statuses that arrived after a newer one; a page does not show them */
export const pushOutOfOrder = new Counter('push_out_of_order');
/** repeated statuses: allowed, a page drops them by revision */
export const pushRepeated = new Counter('push_repeated');
/** followers whose connection broke before the end */
export const followerReconnects = new Counter('follower_reconnects');
/** followers that could not reconnect in time; their statuses are unknown */
export const followerLost = new Counter('follower_lost');
/** reports of the carrier that did not reach the shop in time */
export const reportUnheard = new Counter('report_unheard');

/** calls repeated with the same key, because the first had no definite answer */
export const callsRepeated = new Counter('calls_repeated');
export const journeysBegun = new Counter('journeys_begun');
export const journeyFailed = new Rate('journey_failed');
