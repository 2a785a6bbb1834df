-- The first sign-in of an account comes from a device that cannot be known; only later ones are reported.
alter table idp_account add column first_signed_in_at timestamptz;

-- When the crew said that it was on its way.
alter table visits add column on_the_way_at timestamptz;
