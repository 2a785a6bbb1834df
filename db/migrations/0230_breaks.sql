-- Breaks as they were taken. unpaid_minutes is what the owner's rule left unpaid when the break ended; a rule changed later changes no hours.
create table shift_breaks (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), shift_id uuid not null,
  started_at timestamptz not null, ended_at timestamptz check (ended_at >= started_at), unpaid_minutes int not null default 0 check (unpaid_minutes >= 0),
  primary key (organization_id, id), foreign key (organization_id, shift_id) references shifts (organization_id, id));
create index shift_breaks_shift on shift_breaks (organization_id, shift_id, started_at);
create unique index shift_breaks_running on shift_breaks (organization_id, shift_id) where ended_at is null;
call tenant_table('shift_breaks');
-- Whose shift it is, the policy of the shift decides.
call sight_policy('shift_breaks', 'false', 'exists (select 1 from shifts s where s.organization_id = shift_breaks.organization_id and s.id = shift_breaks.shift_id)');

-- Long shifts nobody has looked at, counted on every page of the office.
create index shifts_to_review on shifts (organization_id, started_at)
  where reviewed_at is null and (ended_at is null or ended_at - started_at >= interval '14 hours');
