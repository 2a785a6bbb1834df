-- Where a place of a customer is, in degrees, as an address service found it. `located_key` is the address it was looked up for: after a
-- change of the address it differs from `address_key`, the point no longer counts, and the place is looked up again. A place that was
-- not found has a key and no point.
alter table service_locations
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column located_key text,
  add constraint service_locations_point check (num_nulls(latitude, longitude) in (0, 2));

create index service_locations_to_locate on service_locations (organization_id, id)
  where address_key is not null and removed_at is null and located_key is distinct from address_key;
