-- After a restore that lost events, or that put an older event store beside this database (infra/production.md, "Restore").
-- No process of the shop may run.
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f infra/postgres/after-restore.sql
--
-- Everything here is derived from the events. It may know more than they do now, and would then pass over what comes
-- next: positions are given out again. The next projector makes the read models anew from the first event on.
begin;

do $$
declare
  model record;
  old record;
begin
  for model in select name from projection_checkpoints loop
    execute format('drop view if exists %I', model.name);
    for old in
      select relname from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ ('^' || model.name || '_v[0-9]+(_b[0-9a-f]{8})?$')
    loop
      execute format('drop table %I', old.relname);
    end loop;
  end loop;
end $$;
delete from projection_checkpoints;
delete from projection_parked;

-- The tree of the history is built anew. Kept checkpoints cover events that may be lost; those outside the shop show which.
update evidence_tree set tiles = 0, stream = null, revision = null, hash = null;
delete from evidence_tiles;
delete from evidence_checkpoints;

-- Answers that were kept for repeated requests may tell of orders that are not there any more.
delete from idempotency_keys;

-- A session that ended since the backup, by a sign-out, a new password or the end of the account, would be open again. Another one may
-- be of a member or a colleague who is not in the events any more. Everybody signs in again.
delete from account_sessions;
delete from staff_sessions;

-- Durable consumers of the bus go on behind what is left; none gets anything twice. A relay to Kafka needs nothing: with
-- a new KAFKA_TOPIC it begins anew under a name of its own. This database does not know where an EventStoreDB ends: it
-- has to be said, or a consumer could stand behind that end and pass over what is recorded next.
do $$
declare
  store_end bigint;
begin
  if not exists (select from bus_positions where consumer not like 'relay %') then
    return;
  end if;
  if exists (select from event_store.home) then
    store_end := nullif(current_setting('nordhaut.event_store_end', true), '')::bigint;
    if store_end is null then
      raise exception 'consumers keep their places in an EventStoreDB, and nordhaut.event_store_end does not say where it ends'
        using hint = 'infra/production.md, "Restore", has the commands. Nothing was changed.';
    end if;
  else
    select coalesce(max(position), -1) into store_end from event_store.events;
  end if;
  update bus_positions set position = least(position, store_end) where consumer not like 'relay %';
end $$;

commit;
