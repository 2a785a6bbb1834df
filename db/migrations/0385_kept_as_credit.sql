-- What of a payment recorded by hand was more than owed, and is the customer's credit from then on.
alter table payments add column kept_cents bigint not null default 0 check (kept_cents >= 0 and kept_cents <= amount_cents),
  add column credit_id uuid, add check ((kept_cents > 0) = (credit_id is not null)),
  add foreign key (organization_id, credit_id) references credits (organization_id, id);
create unique index payments_credit on payments (organization_id, credit_id) where credit_id is not null;
