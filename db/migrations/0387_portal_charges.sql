-- A customer pays all they owe with one press, in their account.
alter table charge_attempts drop constraint charge_attempts_via_check, add check (via in ('autopay', 'staff', 'pay_page', 'retry', 'portal'));
