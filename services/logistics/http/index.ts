import type { Routes } from '@nordhaut/platform/http';
import type { ZipLookup } from '../postal/zip-lookup.ts';
import { callbackRoutes, type CallbackRoutes } from './callback-routes.ts';
import { stateRoute, type StateRoute } from './state-route.ts';
import { storeRoutes, type StoreRoutes } from './store-routes.ts';
import { zipRoute } from './zip-route.ts';

export type LogisticsHttp = CallbackRoutes & StateRoute & StoreRoutes & { zipLookup: Pick<ZipLookup, 'zipOf'> };

export const logisticsRoutes =
  (options: LogisticsHttp): Routes =>
  async (app) => {
    await callbackRoutes(options)(app);
    await stateRoute(options)(app);
    await storeRoutes(options)(app);
    await zipRoute(options.zipLookup)(app);
  };
