-- A kind of message may be worded for several situations; the owner words each by itself. Nothing has used the table so far.
alter table message_wordings
  add column variant text not null default 'main',
  drop constraint message_wordings_pkey,
  add primary key (organization_id, kind, variant, locale);
