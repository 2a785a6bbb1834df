-- A visit on hold: taken off its day and kept for another, with the office's reason, since when and by whom. It is a skipped visit, so
-- nothing bills it, reminds of it or sends a crew. Either all three say something or none; by whom may be nobody's knowledge.
alter table visits add column hold_reason text, add column held_at timestamptz, add column held_by uuid references people(id),
  add constraint visits_on_hold check (case when hold_reason is null then held_at is null and held_by is null
    else status = 'skipped' and held_at is not null and char_length(hold_reason) between 1 and 200 end);
-- The tray: what waits for a place, the oldest first.
create index visits_tray on visits (organization_id, held_at, series_id, original_date) where hold_reason is not null;
