-- A number whose owner asked us to stop in other words than STOP gets no texts until somebody in the office has looked.
alter table message_blocks drop constraint message_blocks_reason_check;
alter table message_blocks add constraint message_blocks_reason_check check (reason in ('stopped', 'bounced', 'complained', 'invalid', 'on_hold'));
