-- A segment that was replaced, or ended before it began, gives no dates any more; touched visits keep pointing at it.
alter table rules add column removed_at timestamptz;
-- What a visit decides for itself, whatever its rule says; a completed one keeps what was true when it was done.
alter table visits add column duration_is_own boolean not null default false,
  add column price_is_own boolean not null default false,
  add column completion jsonb; -- what completing answered, for whoever asks again
