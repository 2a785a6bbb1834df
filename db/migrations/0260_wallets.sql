-- Apple Pay and Google Pay: a card that came out of a wallet, as the provider names it (`apple_pay`).
alter table payment_methods add column wallet text;
alter table payments add column wallet text;
-- The address whose pages may offer wallets on the organization's account, and why they may not yet.
alter table organizations
  add column wallet_domain text,
  add column wallet_domain_id text,
  add column wallet_problem text,
  add column wallet_checked_at timestamptz;
