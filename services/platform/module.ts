import type { Server } from 'node:http';
import type * as z from 'zod/mini';
import type { Settings } from './config.ts';
import type { Migration } from './database/index.ts';
import type { Engine, EngineConfig } from './engine/index.ts';
import type { HistoryCheck, SealedTable, Upcaster } from './envelope/index.ts';
import type { Forgets } from './forgetting/index.ts';
import type { PageOrigins, Routes } from './http/index.ts';
import type { Projection } from './projections/index.ts';
import type { Role } from './role.ts';
import type { Logger } from './telemetry/index.ts';

/**
 * What a capability brings to a shop. Its `module.ts` exports one, and the shop's list holds one line for it.
 *
 * Values are needed before a process opens its stores. Functions get the engine and the faces. A face is what a
 * capability offers to other capabilities while the shop runs; the shop opens all faces before it calls a function of a
 * module. `Faces` lists the faces that this module uses, so a list without one of them does not compile.
 *
 * ```ts
 * export const cart: Module<{ catalogue: Pick<CatalogueFace, 'factsOf'> }> = {
 *   name: 'cart',
 *   routes: ({ commands }, { catalogue }) => [cartRoutes({ commands, factsOf: catalogue.factsOf })],
 * };
 * ```
 */
export type Module<Faces = object> = {
  name: string;
  /** the environment variables; `engine.config.of(schema)` reads them */
  config?: z.ZodMiniObject;
  /** a sentence if two valid settings contradict each other */
  contradiction?: (settings: Settings) => string | undefined;
  /** the settings that replace a real provider with the simulators at `url` */
  simulated?: (url: string) => Record<string, string>;
  /** in order; a migration is never changed after its release */
  migrations?: readonly Migration[];
  /** Writes the reference data of this release, after the migrations and at every start; several processes may run it at once. */
  seed?: (engine: Engine) => Promise<void>;
  /** categories of the streams that the capability writes */
  streams?: readonly string[];
  /** for events of older versions */
  upcasters?: readonly Upcaster[];
  /** a file with a sample of every version of every event that the capability ever wrote */
  frozenEvents?: URL;
  projections?: readonly Projection[];
  /** categories of streams whose events the relay sends to Kafka */
  relayed?: readonly string[];
  /** how the capability forgets people; deleting a person is the list of these */
  forgets?: Forgets;
  /** its tables with texts under an outer key; `--job rewrap-keys` seals them again */
  sealed?: readonly SealedTable[];
  roles?: readonly ModuleRole<Faces>[];
  jobs?: readonly Job<Faces>[];
  routes?: (engine: Engine, faces: Faces) => readonly Routes[];
  /** other origins that the pages use */
  pageOrigins?: (settings: Settings) => PageOrigins;
  /** what `npm run verify` checks beside the hash chains */
  checks?: (engine: Engine) => readonly HistoryCheck[];
  /** metrics that every process reports, for example of a table; the metrics of a role belong to the role */
  metrics?: (engine: Engine, faces: Faces) => void;
};

/** A part of the shop that may run in a process of its own: `--role NAME`. */
export type ModuleRole<Faces> = {
  name: string;
  /** why no process can play the role with these settings, as a sentence */
  refused?: (settings: Settings) => string | undefined;
  /** whether a process plays the role if its command line names no role; default: unless `refused` */
  byDefault?: (settings: Settings) => boolean;
  /** starts after the HTTP server and stops before it */
  afterHttp?: true;
  /** @param server the process's HTTP server */
  join: (engine: Engine, faces: Faces, server: Server) => readonly Role[] | Promise<readonly Role[]>;
};

/** Work that ends, and that may be repeated at any time: `--job NAME`. */
export type Job<Faces> = {
  name: string;
  /** @returns a sentence for the operator */
  run: (process: {
    config: EngineConfig;
    logger: Logger;
    /** opens the stores, which migrates and seeds the database, and the faces */
    open: () => Promise<{ engine: Engine; faces: Faces }>;
  }) => Promise<string>;
};
