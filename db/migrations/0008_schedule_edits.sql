-- What an edit of a schedule did: how the rows it touched were before, and a digest of how it left everything it looked at.
-- While that digest still holds, the edit can be taken back.
create table schedule_edits (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(),
  image jsonb not null, digest text not null,
  created_by uuid references people(id), created_at timestamptz not null default now(),
  undone_at timestamptz, restored int,
  primary key (organization_id, id));
create index schedule_edits_age on schedule_edits (organization_id, created_at);
call tenant_table('schedule_edits');
call sight_policy('schedule_edits', 'false', 'false');
-- When the work of a rule rests: [{from, resume_on, reason}], oldest first; resume_on null until somebody resumes.
alter table rules add column pauses jsonb not null default '[]';
