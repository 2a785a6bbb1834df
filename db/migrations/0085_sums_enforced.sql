-- The entries of a fact sum to zero, whoever writes them; checked when the transaction ends.
create function ledger_fact_ties() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 0) from ledger_entries where organization_id = new.organization_id and fact = new.fact) <> 0 then
    raise exception 'The entries of % do not sum to zero', new.fact using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_fact_ties after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_fact_ties();

-- What a payment settles of an invoice: the entries against its receivable. A refund does not make an invoice owed again.
create index ledger_entries_invoice on ledger_entries (organization_id, invoice_id) where invoice_id is not null;
create view allocations with (security_invoker = true) as
  select organization_id, invoice_id, payment_id, -sum(amount_cents)::bigint as amount_cents from ledger_entries
  where account = 'receivable' and invoice_id is not null and payment_id is not null and fact not like 'refund%'
  group by organization_id, invoice_id, payment_id;
grant select on allocations to fieldhive_app, fieldhive_platform;

-- Invoices of before that do not tie are left to the nightly check, so that their next payment can be recorded.
alter table invoices add paid_ties boolean not null default true;
update invoices i set paid_ties = false where paid_cents <> coalesce((select sum(a.amount_cents) from allocations a
  where a.organization_id = i.organization_id and a.invoice_id = i.id), 0);

create function invoice_paid_ties(org uuid, invoice uuid) returns void language plpgsql as $$
declare paid bigint; allocated bigint;
begin
  -- Rows that the caller may not see, and work of the database's owner, are not checked.
  if current_user <> 'fieldhive_app' or app_sight() <> 'all' then return; end if;
  select i.paid_cents into paid from invoices i where i.organization_id = org and i.id = invoice and i.paid_ties;
  if not found then return; end if;
  select coalesce(sum(a.amount_cents), 0) into allocated from allocations a where a.organization_id = org and a.invoice_id = invoice;
  if paid <> allocated then
    raise exception 'Invoice % says % was paid, its payments %', invoice, paid, allocated using errcode = 'check_violation';
  end if;
end $$;
create function invoice_paid_changed() returns trigger language plpgsql as $$
begin perform invoice_paid_ties(new.organization_id, new.id); return null; end $$;
create constraint trigger invoice_paid_ties after update of paid_cents on invoices deferrable initially deferred
  for each row when (old.paid_cents is distinct from new.paid_cents) execute function invoice_paid_changed();
create function ledger_allocation_made() returns trigger language plpgsql as $$
begin perform invoice_paid_ties(new.organization_id, new.invoice_id); return null; end $$;
create constraint trigger invoice_paid_ties after insert on ledger_entries deferrable initially deferred
  for each row when (new.account = 'receivable' and new.invoice_id is not null and new.payment_id is not null and new.fact not like 'refund%')
  execute function ledger_allocation_made();
