create index platform_lead_notes_lead on platform_lead_notes (lead_id, id);
create index platform_leads_list on platform_leads (status, id desc);
create index platform_leads_assigned on platform_leads (assigned_to_person_id) where assigned_to_person_id is not null;
