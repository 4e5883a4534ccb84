import type { Migration } from '@nordhaut/platform/database';

/**
 * `email_template`: a row per version; a row never changes. The newest version of a template counts.
 *
 * `mails`: the outbox and the record of what was sent. The id comes from the fact, so a fact has one row. `state`: `due`
 * (nothing is under way), `sending` (the provider may have the mail), `sent`, `listed` (support has to look), `dropped`
 * (not sent on purpose, `reason` says why). `recipient` is a keyed hash and only there while a mail is under way: the unique
 * index allows one mail per recipient at a time, so the provider's events of a recipient are about that mail or about one
 * whose id is known. `sealed`: recipient, subject, HTML and text as sent, with the person's key. `data`: what the mail needs
 * beside the stream; it names no person. The row stays for good, so that a fact has one mail; its copy ends (`forgetting.ts`).
 *
 * `mail_reports`: what the provider reported about mails that were sent. They end as the copies do.
 *
 * `mailing`: facts from before its migration get no mail, and returns none from before `returns_since`.
 *
 * `mail_counts`: the mails about orders and the welcomes that a budget of a mailbox, a keyed hash, got on a day in Taipei. `begin_mail` marks a mail as under way
 * and counts it when that happens for the first time. It locks the mail before it counts, so a mail that two processes take counts
 * once. Above the day's mails it counts as many again that are listed (`full`); what follows is `flooded`.
 */
export const messagingMigrations: readonly Migration[] = [
  {
    name: 'messaging/001-mails',
    expand: true,
    sql: `
      create table email_template (
        template_id text not null,
        version integer not null,
        subject text not null,
        preview text not null,
        blocks json not null,
        created_at timestamptz not null default now(),
        primary key (template_id, version)
      );
      create table mailing (
        only_one boolean primary key default true check (only_one),
        since timestamptz not null default now()
      );
      insert into mailing default values;
      create table mails (
        id uuid primary key,
        kind text not null,
        stream text,
        data json not null default '{}',
        state text not null default 'due' check (state in ('due', 'sending', 'sent', 'listed', 'dropped')),
        tries integer not null default 0,
        next_at timestamptz not null,
        begun_at timestamptz,
        recipient bytea,
        subject text,
        template_id text,
        template_version integer,
        sealed text,
        provider_id text,
        reason text,
        created_at timestamptz not null default now(),
        settled_at timestamptz
      );
      create index on mails (next_at) where state in ('due', 'sending');
      create unique index one_mail_per_recipient on mails (recipient) where state = 'sending';
      create unique index on mails (provider_id) where provider_id is not null;
      create index on mails (created_at) where state = 'listed';
      create index on mails (subject) where subject is not null;
      create index on mails (stream, kind);
      create table mail_reports (
        provider_id text not null,
        event text not null,
        at timestamptz not null default now(),
        primary key (provider_id, event)
      )`,
  },
  {
    // What was given up is read in the order of this time.
    name: 'messaging/002-given-up',
    expand: true,
    sql: `create index mails_given_up on mails (settled_at) where state = 'listed'`,
  },
  {
    name: 'messaging/003-mail-counts',
    expand: true,
    sql: `
      create table mail_counts (
        mailbox bytea not null,
        day date not null,
        count integer not null,
        primary key (mailbox, day)
      );
      create index on mail_counts (day);

      create function begin_mail(
        mail uuid, seen integer, started timestamptz, lease timestamptz, to_whom bytea, person text, template text, version integer,
        copy text, counted bytea, today date, most integer
      ) returns text language plpgsql as $$
      declare
        is_first boolean;
        nth integer;
      begin
        if exists (select from mails where recipient = to_whom and state = 'sending') then return 'busy'; end if;
        select begun_at is null into is_first from mails where id = mail and state = 'due' and tries = seen for update;
        if not found then return 'taken'; end if;
        if is_first and most is not null then
          delete from mail_counts where day < today - 2;
          insert into mail_counts as held values (counted, today, 1)
          on conflict (mailbox, day) do update set count = held.count + 1 where held.count < 2 * most returning count into nth;
          if nth is null then return 'flooded'; end if;
          if nth > most then return 'full'; end if;
        end if;
        update mails set state = 'sending', tries = tries + 1, begun_at = started, next_at = lease, recipient = to_whom, subject = person,
          template_id = template, template_version = version, sealed = copy, reason = null
        where id = mail;
        return 'begun';
      end $$`,
  },
  {
    name: 'messaging/004-end-of-copies',
    expand: true,
    sql: `
      create index mails_kept on mails (settled_at) where sealed is not null;
      create index on mail_reports (at)`,
  },
  {
    name: 'messaging/005-mails-about-returns',
    expand: true,
    sql: `alter table mailing add column returns_since timestamptz not null default now()`,
  },
];
