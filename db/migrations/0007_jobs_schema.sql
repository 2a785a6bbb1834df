-- The job queue makes its own tables here under its own lock, but its schema before it takes that lock: two processes that
-- start together would both try. Made here, under the lock of migrations, it is there already.
create schema if not exists pgboss;
