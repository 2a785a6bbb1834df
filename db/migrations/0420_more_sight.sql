-- The tables that until now asked only for the organization: what a customer or a crew may read of them. What is left
-- without is shown to everybody the business works with; test/second-line.test.ts lists it with the reason.
call sight_policy('announcements', 'false', 'false');
call sight_policy('canned_replies', 'false', 'false');
call sight_policy('threads', 'false', 'false');
call sight_policy('thread_addresses', 'false', 'false');
call sight_policy('thread_reads', 'false', 'false');
call sight_policy('review_requests', 'customer_id = app_customer()', 'exists (select 1 from customers c where c.organization_id = review_requests.organization_id and c.id = review_requests.customer_id)');
call sight_policy('idempotency_keys', 'person_id = app_person()', 'person_id = app_person()');
-- Crews know each other, as in `teams`.
call sight_policy('led_teams', 'false', 'true');
-- Whoever sees the plan or one of its visits; both have sight of their own.
call sight_policy('plan_waits',
  'exists (select 1 from rules r where r.organization_id = plan_waits.organization_id and r.series_id = plan_waits.series_id)
    or exists (select 1 from visits v where v.organization_id = plan_waits.organization_id and v.series_id = plan_waits.series_id)',
  'exists (select 1 from rules r where r.organization_id = plan_waits.organization_id and r.series_id = plan_waits.series_id)
    or exists (select 1 from visits v where v.organization_id = plan_waits.organization_id and v.series_id = plan_waits.series_id)');
