-- A charge planned by a crew's tap waits a minute, so that the tap can be undone.
alter table charge_attempts add starts_at timestamptz;
