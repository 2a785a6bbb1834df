-- Money that a lost dispute took, and that was written off, is no longer with the business: like a refund, it does not count as collected.
update invoices i set refunded_cents = w.gone,
  money = case when i.money <> 'paid' and i.money <> 'partially_refunded' then i.money when w.gone >= i.paid_cents then 'refunded'
    when i.paid_cents - w.gone >= i.total_cents then 'paid' else 'partially_refunded' end
from (select o.organization_id, o.id, least(o.paid_cents, o.refunded_cents + sum(least(d.amount_cents, p.amount_cents - p.tip_cents))) as gone
  from disputes d join payments p on p.organization_id = d.organization_id and p.id = d.payment_id
    join invoices o on o.organization_id = p.organization_id and o.id = p.invoice_id
  where d.settled_as = 'written_off' group by 1, 2) w
where i.organization_id = w.organization_id and i.id = w.id;
