-- The business whose day a text with a sign-in code counts toward. The code is its reader's, so the message belongs to no organization.
alter table messages add column texted_for uuid references organizations(id);
create index messages_texted_for on messages (texted_for, created_at) where texted_for is not null;
