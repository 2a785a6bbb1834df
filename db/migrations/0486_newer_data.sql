-- The migration a server must know to use what a later one left: an older server refuses such a database.
alter table migration add column needs text;
