-- The nightly check of each organization's books: how many rows differ, and the first of them.
create table book_checks (
  organization_id uuid not null references organizations(id), on_day date not null, checked_at timestamptz not null default now(),
  rows_checked int not null, differences int not null, first jsonb, untold int not null default 0, primary key (organization_id));
call tenant_table('book_checks');
call sight_policy('book_checks', 'false', 'false');
