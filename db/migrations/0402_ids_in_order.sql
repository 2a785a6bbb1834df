-- Ids in the order they were given: the twelve bits after the version hold the fraction of the millisecond (RFC 9562,
-- 6.2, method 3), so that lists by id keep the order of rows written within one. A clock that counts whole
-- milliseconds, as the embedded database's, leaves those to chance.
create or replace function uuid7() returns uuid language sql volatile as $$
  select encode(overlay(uuid_send(gen_random_uuid())
    placing int8send((us / 1000 << 16) | 28672 | us % 1000 * 4096 / 1000) from 1 for 8), 'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as clock
$$;
