-- A business ends its own access of somebody who belongs to another one too: sign-ins from before this moment no longer
-- open it, and go on opening the others.
alter table memberships add column signed_out_at timestamptz;
drop trigger note_change on memberships;
create trigger note_change after update on memberships for each row execute function note_change('person', 'ended_at,ended_by,is_customer,signed_out_at');
