-- When the office put away the list of first steps. Businesses that already plan work have no use for it.
alter table organizations add column first_steps_hidden_at timestamptz;
update organizations o set first_steps_hidden_at = now() where exists (select 1 from rules r where r.organization_id = o.id);
