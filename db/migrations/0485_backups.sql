-- Each night's backup: its file and rows once it came back whole when it was restored, or why it did not.
create table backups (
  id uuid primary key default uuid7(), at timestamptz not null, file text, row_count int, fault text,
  check (num_nulls(file, row_count) in (0, 2)), check ((file is null) <> (fault is null)));
revoke all on backups from fieldhive_app;
