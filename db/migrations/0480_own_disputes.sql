-- A customer's papers and receipt buttons know what their bank took back of their own payments; until now they were told of money that had gone.
drop policy sight on disputes;
call sight_policy('disputes', 'payment_id in (select id from payments where customer_id = app_customer())', 'false');
