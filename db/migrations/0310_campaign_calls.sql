-- Why no message about a price would reach its customer, and when the office told them itself.
alter table price_campaign_lines add column unreached text, add column phoned_at timestamptz;
