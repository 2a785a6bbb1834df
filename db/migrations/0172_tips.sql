-- A tip comes on top of what an invoice asks for: part of a payment, never of the invoice's total, and not revenue.
alter table payment_intents add column tip_cents bigint not null default 0 check (tip_cents >= 0 and tip_cents < amount_cents);
alter table payments add column tip_cents bigint not null default 0 check (tip_cents >= 0);
-- What of a refund gives back the tip; the work is refunded first.
alter table refunds add column tip_cents bigint not null default 0 check (tip_cents >= 0 and tip_cents <= amount_cents);
