-- A business's own look, and the notices that a customer switched off by the link in a letter.

-- A picture is read rarely and a row of organizations often, so the row has only its address and size.
alter table organizations drop column logo, add column logo jsonb;
create table organization_logos (
  organization_id uuid primary key references organizations(id), hash text not null, type text not null check (type in ('image/png', 'image/jpeg')),
  content text not null); -- base64
call tenant_table('organization_logos');
alter table customers add column notices_off text[] not null default '{}' check (notices_off <@ array['email_general', 'billing_alerts']);
