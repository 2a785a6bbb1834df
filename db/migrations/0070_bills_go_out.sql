-- When a finished visit's bill goes out. Null: as the business does.
alter table customers add column invoice_sending text
  check (invoice_sending in ('on_completion', 'daily', 'weekly', 'monthly', 'by_hand'));
-- When it goes out by itself; null once it has gone, or if a person sends it.
alter table invoices add column send_at timestamptz;
create index invoices_to_send on invoices (send_at) where send_at is not null;
-- The bill a message carries: an invoice is sent once such a message has left.
alter table messages add column invoice_id uuid;
create index messages_invoice on messages (organization_id, invoice_id, created_at desc) where invoice_id is not null;
