-- Who claimed a sign-up: from then on its token changes nothing any more.
alter table signup_leads add column claimed_by uuid references people(id);
create index signup_leads_customer on signup_leads (organization_id, customer_id) where customer_id is not null;
-- When a customer asked for no more promotions.
alter table customers add column promotions_off_at timestamptz;
create index customers_resume on customers (organization_id, resume_on) where status = 'paused' and resume_on is not null;
create index customers_phone on customers (organization_id, phone_number) where phone_number is not null;
