import { PURPOSES, type PersonalData, type Purpose } from '../event-store/decider.ts';
import type { JsonObject } from '../event-store/port.ts';
import type { EventShape, Upcasting } from './upcasters.ts';
import type { Sealed, Vault } from './vault.ts';

/** The encrypted texts by purpose; one text for all purposes in events of earlier releases. */
export type SealedParts = string | Partial<Record<Purpose, string>>;

/** The encrypted personal data of one event, with what is needed to decrypt and upcast it. */
export type SealedPersonal = { subject: string; eventId: string; type: string; schemaVersion: number; parts: SealedParts };

/** The decrypted personal data, in the shape of `schemaVersion` of the event's type. */
export type Opened = { schemaVersion: number; personal: JsonObject };

export const purposesOf = (parts: { [purpose in Purpose]?: unknown } = {}): Purpose[] =>
  PURPOSES.filter((purpose) => parts[purpose] !== undefined);

/** Decrypts the personal data of events of every version. */
export function createOpening(vault: Pick<Vault, 'openMany' | 'partsOf'>, versions: Upcasting) {
  return {
    /** In the given order, with one key query for all. @returns undefined where every key was destroyed @throws Error on sealed data that was changed */
    async open(all: readonly SealedPersonal[]): Promise<(Opened | undefined)[]> {
      if (all.length === 0) return [];
      const items = all.flatMap(({ subject, eventId, parts }) => itemsOf(parts).map((item): Sealed => ({ ...item, subject, eventId })));
      const texts = await vault.openMany(items);
      let at = 0;
      const opened = all.map(({ schemaVersion, parts }): Opened | undefined => {
        if (typeof parts === 'string') {
          const personal = texts[at++];
          return personal && { schemaVersion, personal };
        }
        const personal: PersonalData = {};
        for (const { purpose } of itemsOf(parts)) {
          const part = texts[at++];
          if (part !== undefined) personal[purpose as Purpose] = part;
        }
        return purposesOf(personal).length === 0 ? undefined : { schemaVersion, personal };
      });
      return withKeptParts(all, opened);
    },

    /** The event in its current version. */
    shape(
      type: string,
      version: number,
      data: JsonObject,
      opened: Opened | undefined,
    ): EventShape & { personal?: PersonalData | undefined } {
      if (opened === undefined || opened.schemaVersion === version) {
        return versions.upcast(type, version, opened === undefined ? { data } : { data, personal: opened.personal });
      }
      // The parts of an old event that was split are newer than the event.
      const { data: then } = versions.upcast(type, version, { data }, opened.schemaVersion);
      return versions.upcast(type, opened.schemaVersion, { data: then, personal: opened.personal });
    },
  };

  /** Adds the parts of old events whose subject was split, so that it has no key for the old text. */
  async function withKeptParts(all: readonly SealedPersonal[], opened: readonly (Opened | undefined)[]): Promise<(Opened | undefined)[]> {
    const closed = all.filter(({ parts }, index) => typeof parts === 'string' && opened[index] === undefined);
    if (closed.length === 0) return [...opened];
    const kept = await vault.partsOf(closed.map(({ eventId }) => eventId));
    return all.map(({ eventId }, index) => opened[index] ?? kept.get(eventId));
  }
}

const itemsOf = (parts: SealedParts): Pick<Sealed, 'purpose' | 'sealed'>[] =>
  typeof parts === 'string'
    ? [{ purpose: 'all', sealed: parts }]
    : purposesOf(parts).map((purpose) => ({ purpose, sealed: parts[purpose] as string }));
