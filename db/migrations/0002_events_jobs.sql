-- Whose name a message carries and where an answer to it goes.
alter table messages add column from_name text, add column reply_to text;
