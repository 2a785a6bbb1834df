-- Unpaid break in a shift; a shift of more than 14 hours, or one nobody ended, waits until somebody has looked at it.
alter table shifts add column break_minutes int not null default 0 check (break_minutes >= 0),
  add column reviewed_at timestamptz, add column added_by uuid references people(id);
create index shifts_person on shifts (organization_id, person_id, started_at);

-- What the office changed in a shift, with both values and the reason.
create table shift_edits (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), shift_id uuid not null,
  edited_by uuid not null references people(id), reason text not null check (length(reason) between 1 and 500),
  before jsonb, after jsonb not null, created_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, shift_id) references shifts (organization_id, id));
create index shift_edits_shift on shift_edits (organization_id, shift_id, id);
call tenant_table('shift_edits');
call sight_policy('shift_edits', 'false', 'false');

-- Approved days: their shifts are locked. Opened again with a reason, which stays.
create table pay_periods (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), starts_on date not null, ends_on date not null,
  approved_at timestamptz not null default now(), approved_by uuid not null references people(id),
  opened_at timestamptz, opened_by uuid references people(id), open_reason text, primary key (organization_id, id), check (ends_on >= starts_on));
create index pay_periods_days on pay_periods (organization_id, starts_on) where opened_at is null;
call tenant_table('pay_periods');
call sight_policy('pay_periods', 'false', 'false');
