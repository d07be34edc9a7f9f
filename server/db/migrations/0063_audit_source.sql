-- The address of the client, as the rate limits count it: an IPv4 address or an IPv6 network. Null for the server itself.
alter table audit_log add column source text;
