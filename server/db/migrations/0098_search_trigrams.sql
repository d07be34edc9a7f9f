-- The sequences of three characters that a text contains, for searches of a part of a text. It needs no extension, and
-- the embedded database has none.
create function search_trigrams(content text) returns text[] language sql immutable parallel safe as $$ select array(select distinct substr(lowered, n, 3) from lower(content) lowered, generate_series(1, greatest(length(lowered) - 2, 0)) n) $$;
