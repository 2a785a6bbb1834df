-- Hours may close after midnight, up to noon of the next day: 1560 is 2:00 AM.
alter table business_hours drop constraint business_hours_closes_minutes_check;
alter table business_hours add constraint business_hours_closes_minutes_check check (closes_minutes between 1 and 2160);
