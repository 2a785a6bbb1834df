-- A crew that was given one visit of a series sees what its customer asks about it, whoever does the rest of the series.
drop policy sight on customer_requests;
call sight_policy('customer_requests', 'customer_id = app_customer()', 'crew_has_series(series_id) or exists (select 1 from visits v
  where v.organization_id = customer_requests.organization_id and v.series_id = customer_requests.series_id
    and v.original_date = customer_requests.original_date and v.team_id = any (app_teams()))');
