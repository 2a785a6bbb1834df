-- What the office says about a file that its cells leave open: which day '4/5/2027' is, and what a text means that is not read.
alter table imports add column answers jsonb not null default '{}';
