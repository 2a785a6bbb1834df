-- Code that writes a message may ask whether a person gets notices on a device, and nothing else about their devices.
create function has_push(asked_person uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from push_subscriptions where person_id = asked_person)
$$;
grant create on schema public to fieldhive_platform;
alter function has_push(uuid) owner to fieldhive_platform;
revoke create on schema public from fieldhive_platform;
