-- A refund that fails waits for the office until it is refunded again, paid another way or kept as the customer's credit.
alter table refunds
  add column accepted_at timestamptz, -- when the provider took it on; from then on its customer was told of it
  add column again_of uuid, -- the failed refund it takes the place of
  add column method text check (method in ('cash', 'check', 'other', 'credit')), -- how it was given back where the provider did not do it
  add column credit_id uuid,
  add column dropped_at timestamptz, -- somebody read that it failed, and wants it no more
  add foreign key (organization_id, again_of) references refunds (organization_id, id),
  add foreign key (organization_id, credit_id) references credits (organization_id, id),
  add check ((credit_id is not null) = (method is not distinct from 'credit'));
create unique index refunds_again on refunds (organization_id, again_of) where again_of is not null and state <> 'failed';
create index refunds_failed on refunds (organization_id, payment_id) where state = 'failed' and dropped_at is null;
update refunds set accepted_at = created_at where provider_id is not null;
-- Those from before that were refused at once were read on the screen, and those refunded since need nobody.
update refunds f set dropped_at = f.updated_at where f.state = 'failed' and (f.provider_id is null or exists (
  select 1 from refunds later where later.organization_id = f.organization_id and later.payment_id = f.payment_id
    and later.created_at > f.created_at and later.state <> 'failed' and later.amount_cents >= f.amount_cents));
