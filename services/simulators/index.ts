export { SimulatorsConfig } from './config.ts';
export { createSimulators, GENTLE_PACE, type SimulatorOptions, type Simulators } from './simulators.ts';
export { FLOWS, ECPAY_STAGE } from './ecpay/subtypes.ts';
export { macOf } from './ecpay/check-mac.ts';
export { TEST_CARDS, type TestCard } from './tappay/cards.ts';
export { makePrime } from './tappay/prime.ts';
export { TAPPAY_SANDBOX } from './tappay/routes.ts';
