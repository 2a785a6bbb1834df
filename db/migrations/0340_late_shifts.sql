-- A shift that a phone sent after its days were approved: like a long one, it counts once the office has looked at it.
alter table shifts add column came_late boolean not null default false;
drop index shifts_to_review;
create index shifts_to_review on shifts (organization_id, started_at)
  where reviewed_at is null and (came_late or ended_at is null or ended_at - started_at >= interval '14 hours');
