-- What was never paid of an invoice is owed, also where a refund had closed it: see decisions 0037 and 0045. Its customer gets 14 days from now,
-- so that no reminder, late fee or hold comes at once, and it is never charged by itself.
update invoices i set money = case when i.paid_cents > 0 then 'partial' else 'none' end, paid_at = null, charge_on = null, next_retry_at = null,
  due_date = d.day, effective_due_date = d.day, due_date_overridden = true, due_tried_on = d.day, version = i.version + 1, updated_at = now()
from (select o.id, (now() at time zone o.time_zone)::date + 14 as day from organizations o) d
where d.id = i.organization_id and i.doc = 'open' and i.number is not null and i.money in ('refunded', 'partially_refunded') and i.paid_cents < i.total_cents
  and not exists (select 1 from payments p where p.organization_id = i.organization_id and p.invoice_id = i.id and p.status = 'disputed'
    and p.pm_type is distinct from 'us_bank_account');
