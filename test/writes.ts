import type { OpenWorld } from './world.ts'

type Row = Record<string, unknown>
/** What became of one row: null is a row that was not there, or is gone. */
export type Change = { table: string; key: Row; before: Row | null; after: Row | null }

export type Writes = {
  /** Every row that is not as it was when `undone` began, by table and key. */
  changes(): Promise<Change[]>
  /** Runs `work`, then puts every row back as it was. What the payment sandbox did stays. */
  undone<T>(work: () => Promise<T>): Promise<T>
  /** Waits until nothing is under way: some writes go on after the answer. */
  settled(): Promise<void>
}

/** A trigger on each table of ours, and on the queue of jobs, that notes each row with its key. */
const note = `
  do $notes$ declare t record; begin
    create schema noted;
    create table noted.writes (
      n bigint generated always as identity, rel text not null, key jsonb not null, before jsonb, after jsonb);
    create function noted.note() returns trigger language plpgsql security definer set search_path = pg_catalog as $note$
    declare
      was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
      is_now jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
    begin
      insert into noted.writes (rel, key, before, after)
      select case tg_table_schema when 'public' then quote_ident(tg_table_name) else format('%I.%I', tg_table_schema, tg_table_name) end, jsonb_object_agg(k, coalesce(is_now, was) -> k), was, is_now
      from unnest(tg_argv) k;
      return null;
    end $note$;
    for t in
      select c.oid::regclass as rel, (
        select string_agg(quote_literal(k.attname), ', ') from pg_index i
        join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as keys
      from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition
        and (c.relnamespace = 'public'::regnamespace or c.oid = to_regclass('pgboss.job'))
    loop
      if t.keys is null then raise exception '% has no primary key', t.rel; end if;
      execute format('create trigger zz_noted after insert or update or delete on %s for each row execute function noted.note(%s)', t.rel, t.keys);
    end loop;
  end $notes$`

const changed = `
  select * from (
    select distinct on (rel, key) rel as table, key,
      first_value(before) over whole as before, last_value(after) over whole as after
    from noted.writes window whole as (partition by rel, key order by n rows between unbounded preceding and unbounded following)
    order by rel, key) c
  where before is distinct from after
    -- What the payment sandbox tells comes when it comes.
    and "table" <> 'provider_events' and coalesce(after, before) ->> 'name' is distinct from 'provider.event'`

// Triggers and references rest meanwhile: rows go back in no particular order.
const putBack = `
  do $back$ declare t record; keys text; columns text; begin
    set local session_replication_role = replica;
    for t in select rel, (array_agg(key))[1] as key from noted.writes group by rel loop
      select string_agg(format('x.%1$I = r.%1$I', k), ' and ') into keys from jsonb_object_keys(t.key) k;
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = t.rel::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('delete from %1$s x using (select (jsonb_populate_record(null::%1$s, key)).* from
        (select distinct key from noted.writes where rel = %1$L) k) r where %2$s', t.rel, keys);
      execute format('insert into %1$s (%2$s) overriding system value select %2$s from
        (select (jsonb_populate_record(null::%1$s, before)).* from
          (select distinct on (key) before from noted.writes where rel = %1$L order by key, n) f
          where before is not null) r', t.rel, columns);
    end loop;
    delete from noted.writes;
  end $back$`

/** Notes every write to the world's database from now on. */
export async function noteWrites(open: OpenWorld): Promise<Writes> {
  await open.rows(note)
  const settled = settling(open)
  return {
    settled,
    async changes() {
      await settled()
      return open.rows<Change>(changed)
    },
    async undone(work) {
      await settled()
      await open.rows('delete from noted.writes')
      try {
        return await work()
      } finally {
        await settled()
        await open.rows(putBack)
        // Who may do what was read before it was put back.
        open.app.actors.forget()
      }
    },
  }
}

/** Waits until no connection is in use any more, nor taken at once afterward. */
function settling({ app: { store } }: OpenWorld): () => Promise<void> {
  const acquire = store.acquire.bind(store)
  let busy = 0
  let taken = 0
  store.acquire = async () => {
    busy += 1
    taken += 1
    const wire = await acquire().catch((fault: unknown) => {
      busy -= 1
      throw fault
    })
    return {
      ...wire,
      release(fault?: unknown) {
        busy -= 1
        wire.release(fault)
      },
    }
  }
  return async () => {
    for (let quiet = 0, seen = taken; quiet < 5; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (busy > 0 || taken !== seen) [quiet, seen] = [0, taken]
    }
  }
}
