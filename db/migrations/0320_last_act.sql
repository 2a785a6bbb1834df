-- A crew's acts happened in the order in which the phone sends them, so the last one of a person is looked up with each new one.
create index crew_commands_last on crew_commands (organization_id, person_id, received_at desc);
