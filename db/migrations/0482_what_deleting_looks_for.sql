-- Deleting or merging a row looks for it in the tables that point to it; these had to be read whole. The list of imports reads its key backward.
create index extra_work_customer on extra_work (organization_id, customer_id);
create index visit_requests_location on visit_requests (organization_id, location_id) where location_id is not null;
create index thread_addresses_thread on thread_addresses (organization_id, thread_id);
create index idp_link_account on idp_link (account_id);
create index idp_sign_in_code_account on idp_sign_in_code (account_id) where account_id is not null;
drop index imports_list;
