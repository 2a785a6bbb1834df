-- Whether customers of other businesses find this one when they look for a business.
alter table organizations add column listed boolean not null default false;
-- What a customer wished for before they changed it in their account, until the office has seen the change.
alter table customers add column wishes_before jsonb, add column wishes_changed_at timestamptz;
create index customers_wishes on customers (organization_id) where wishes_changed_at is not null;
-- A place nobody goes to any more; what was done there keeps its address.
alter table service_locations add column removed_at timestamptz;
alter table service_locations add constraint service_locations_removed check (removed_at is null or not is_default);
