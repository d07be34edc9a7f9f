-- Ends a session in all processes at once, which cache it for some seconds.
create function notify_of_ended_session() returns trigger language plpgsql as $$ begin perform pg_notify('send_sessions', old.id); return null; end $$;
create trigger sessions_are_notified after delete on sessions for each row execute function notify_of_ended_session();
