-- The office sees at a customer's address why and since when nothing goes there.
create function message_block_mark(asked_channel text, asked_address text) returns json language sql stable security definer set search_path = public as $$
  select json_build_object('reason', reason, 'at', at) from message_blocks where channel = asked_channel and address = asked_address
$$;
grant create on schema public to fieldhive_platform;
alter function message_block_mark(text, text) owner to fieldhive_platform;
revoke create on schema public from fieldhive_platform;
