-- A long break, one that work on a stop ended, or one whose end was entered later: the office looks at its shift before it counts.
alter table shifts add column break_to_check boolean not null default false;
-- When the end of a break was entered, if its person chose an earlier time.
alter table shift_breaks add column entered_at timestamptz;
drop index shifts_to_review;
create index shifts_to_review on shifts (organization_id, started_at)
  where reviewed_at is null and (came_late or break_to_check or ended_at is null or ended_at - started_at >= interval '14 hours');
