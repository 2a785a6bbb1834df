-- Whether an act was refused later, without reading all that was done since: asked for each line of the history.
create index audit_refused on audit (organization_id, request_id) where outcome is not null;
