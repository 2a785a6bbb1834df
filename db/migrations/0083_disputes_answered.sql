-- What the office told the bank about a dispute, when it got there, and what became of a lost one.
alter table disputes add evidence text, add evidence_by uuid references people(id), add evidence_sent_at timestamptz,
  add settled_as text check (settled_as in ('owed', 'written_off')), add settled_at timestamptz;
create index disputes_payment on disputes (organization_id, payment_id);
