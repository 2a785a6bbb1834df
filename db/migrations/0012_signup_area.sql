-- Outside the service area a sign-up is taken and marked, or, where the organization wants that, refused.
alter table organizations add column signups_in_area_only boolean not null default false;
