-- A credit the office took off an invoice, or the business gave while it keeps gifts for later, pays only invoices issued after that.
alter table credits add column held_at timestamptz;
