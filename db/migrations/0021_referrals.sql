-- Who sent a customer: whoever's code was on the link they signed up by. How many came that way is counted from their visits when it
-- is asked for, so that it is right whatever is completed, reopened or done at once; referral_count is read by nobody from here on.
alter table customers add column referred_by uuid;
alter table customers add constraint customers_referred_by foreign key (organization_id, referred_by) references customers (organization_id, id);
alter table customers add constraint customers_sent_themselves check (referred_by <> id);
create index customers_referred on customers (organization_id, referred_by) where referred_by is not null;
create unique index customers_referral_code on customers (organization_id, referral_code) where referral_code is not null;
