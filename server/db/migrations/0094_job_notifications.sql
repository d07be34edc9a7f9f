-- Wakes the processes that run jobs, so that they need not look for them all the time.
create function notify_of_jobs() returns trigger language plpgsql as $$ begin perform pg_notify('send_jobs', ''); return null; end $$;
create trigger jobs_are_notified after insert on jobs for each statement execute function notify_of_jobs();
