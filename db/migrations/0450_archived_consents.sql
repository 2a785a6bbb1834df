-- Archiving turns autopay off, and the consent to it ends, too. It used to stay in force, so that an archived customer's card could be charged.
update consents s set revoked_at = now() from customers c
  where c.organization_id = s.organization_id and c.id = s.customer_id and c.status = 'archived'
    and s.kind in ('autopay', 'autopay_oneoffs') and s.revoked_at is null;
update consent_requests q set answer = 'overtaken', answered_at = now() from customers c
  where c.organization_id = q.organization_id and c.id = q.customer_id and c.status = 'archived' and q.answer is null;
update customers set autopay_oneoffs = false where status = 'archived' and autopay_oneoffs;
