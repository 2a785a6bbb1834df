-- When a sign-up's last question was answered: what comes after the sign-in is asked later than completed_at.
alter table signup_leads add column all_asked_at timestamptz;
