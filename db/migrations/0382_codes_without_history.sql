-- A customer's referral code is made when somebody first looks at it, which is no change anybody made to the customer.
drop trigger note_change on customers;
create trigger note_change after update on customers for each row execute function note_change('customer',
  'version,updated_at,search,referral_count,referral_code,wishes_before,signup_seen_at,stripe_customer_id,was_active,phone_display', 'gate_code');
