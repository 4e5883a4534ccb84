import { expect, test } from 'vitest';
import { orderNoOfShipment, shipmentNo } from './shipment-number.ts';

const ORDER = 'N123456789ABCDEF';

test('a shipment number fits the carrier, differs by count, and contains its order number', () => {
  const numbers = Array.from({ length: 31 }, (_, index) => shipmentNo(ORDER, index + 1));
  expect(new Set(numbers).size).toBe(31);
  for (const number of numbers) {
    expect(number).toMatch(/^[A-Z0-9]{18}$/);
    expect(orderNoOfShipment(number)).toBe(ORDER);
  }
});

test.each([ORDER, `${ORDER.slice(0, 14)}S1`, `${ORDER}R1`, `${ORDER}S0`, `${ORDER}SI`, `${ORDER}S11`, 'SIM1718546', ''])(
  '%j counts as an order number',
  (number) => expect(orderNoOfShipment(number)).toBe(number),
);
