-- A break nobody ended, which a stop that was started or completed ended: the office sees which.
alter table shift_breaks add column ended_by_work boolean not null default false;
