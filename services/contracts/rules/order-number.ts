/** The form of an order number: at most 20 letters and digits, the carrier's limit (providers §1.4). */
export const ORDER_NO = /^[A-Z0-9]{8,20}$/;
