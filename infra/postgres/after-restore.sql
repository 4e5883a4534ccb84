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

-- Answers that were kept for repeated requests may tell of orders that are not there any more.
delete from idempotency_keys;

-- Durable consumers of the bus go on behind what is left; none gets anything twice. A relay to Kafka needs nothing: with
-- a new KAFKA_TOPIC it begins anew under a name of its own. With EventStoreDB, whose positions this database does not
-- know, consumers stay where they are, which is right for an event store that lost nothing.
update bus_positions set position = least(position, (select coalesce(max(position), -1) from event_store.events))
where not exists (select from event_store.home) and consumer not like 'relay %';

commit;
