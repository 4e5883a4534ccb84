import { Counter, Rate, Trend } from 'k6/metrics';

/** All times in ms. k6 tags every sample with the scenario, which is the journey's name. */

/** from the first call of a checkout to the order's answer; with a card until the shop says that it is paid */
export const checkoutDuration = new Trend('checkout_duration', true);
export const checkoutFailed = new Rate('checkout_failed');
/** orders that were answered with success; their numbers are in the journal */
export const ordersPlaced = new Counter('orders_placed');
/** from the order's answer to its first sight in the look-up */
export const readYourWrite = new Trend('read_your_write', true);
export const pageDuration = new Trend('page_duration', true);

/**
 * From the instant of an event to its arrival at a follower. Tag `from`: `carrier`, from the instant at which the
 * carrier is told to report; `shop`, from the event's own time, by the shop's clock.
 */
export const pushLatency = new Trend('push_latency', true);
export const pushReceived = new Counter('push_received');
/** statuses that the look-up shows and a connected follower has not been told */
export const pushMissed = new Counter('push_missed');
/** statuses told after a later one: a page would not show them */
export const pushOutOfOrder = new Counter('push_out_of_order');
/** statuses told twice: allowed, a page drops them by revision */
export const pushRepeated = new Counter('push_repeated');
/** followers whose connection ended before they were done, and came back or tried to */
export const followerReconnects = new Counter('follower_reconnects');
/** followers that could not come back in time: what they would have been told is not known */
export const followerLost = new Counter('follower_lost');
/** reports that the carrier was told to make and that the shop had not heard of in time */
export const reportUnheard = new Counter('report_unheard');

/** calls made again with the same key, because the first one got no definite answer */
export const callsRepeated = new Counter('calls_repeated');
export const journeysBegun = new Counter('journeys_begun');
export const journeyFailed = new Rate('journey_failed');
