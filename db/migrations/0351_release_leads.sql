-- Open leads of people who no longer work leads: nobody could see or claim them.
update platform_leads l set assigned_to_person_id = null, version = l.version + 1, updated_at = now()
where l.status = 'open' and l.assigned_to_person_id is not null and not exists (
  select 1 from people p where p.id = l.assigned_to_person_id and p.platform_role in ('sales', 'admin') and p.status <> 'inactive');
