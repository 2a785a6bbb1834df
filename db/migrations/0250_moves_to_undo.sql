-- Whether a move only undoes the last one is asked of the newest moves, not of everything that ever happened.
create index events_moves on events (organization_id, at) where type = 'visit.rescheduled';
