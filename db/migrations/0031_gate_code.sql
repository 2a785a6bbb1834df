-- How a crew gets through the customer's gate.
alter table customers add column gate_code text check (length(gate_code) between 1 and 40);
