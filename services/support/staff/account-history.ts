import type { StaffHistory } from '@nordhaut/contracts/support';
import { asEvent, type Codec, type DecodedEvent } from '@nordhaut/platform/envelope';
import type { EventStore } from '@nordhaut/platform/event-store';
import * as words from '../orders/words.ts';
import { staffNames } from '../staff-names.ts';
import type { StaffEvent, StaffReason } from './staff-events.ts';
import { staffStream } from './stream.ts';

const FACTORS = { passkey: '通行金鑰', authenticator: '驗證器' } as const;

function saidOf(event: StaffEvent): string {
  switch (event.type) {
    case 'StaffInvited':
      return '開立帳號';
    case 'StaffFactorAdded':
      return `新增登入方式：${FACTORS[event.data.kind]}`;
    case 'StaffRecoveryCodeUsed':
      return `使用復原碼，剩 ${event.data.left} 組`;
    case 'StaffFactorsReset':
      return '重設登入方式';
    case 'StaffRightsChanged':
      return '變更權限';
    case 'StaffLeft':
      return '停用帳號';
    case 'PersonalDataForgotten':
      return '刪除姓名與原因';
  }
}

const rightsAfter = (event: StaffEvent) =>
  event.type === 'StaffInvited' || event.type === 'StaffRightsChanged' ? [...event.data.rights] : null;
const reasonOf = ({ personal }: DecodedEvent): string | null => (personal as Partial<StaffReason> | undefined)?.support?.reason ?? null;

/** Who opened an account and changed it, when and why; and with which rights from then on. undefined: there is no such account */
export const accountHistory =
  ({ store, codec }: { store: Pick<EventStore, 'read'>; codec: Pick<Codec, 'decode'> }, nameOf: (staffId: string) => Promise<string>) =>
  async (staffId: string): Promise<StaffHistory | undefined> => {
    const events = await codec.decode(await store.read(staffStream(staffId)));
    if (events.length === 0) return undefined;
    const ids = events.flatMap(({ metadata: { actor } }) => (actor.kind === 'support' && actor.id !== 'cli' ? [actor.id] : []));
    const nameById = await staffNames({ nameOf }, ids);
    const actorOf = ({ metadata: { actor } }: DecodedEvent): string => {
      if (actor.kind !== 'support') return words.ACTORS[actor.kind] ?? actor.kind;
      return actor.id === 'cli' ? words.OPERATOR : nameById(actor.id);
    };
    return {
      events: events.map((event) => {
        const own = asEvent<StaffEvent>(event);
        return { at: event.recordedAt, by: actorOf(event), what: saidOf(own), rights: rightsAfter(own), reason: reasonOf(event) };
      }),
    };
  };
