-- concurrently
-- The operators' searches for a part of a customer's name, email address or telephone number.
create index concurrently if not exists users_texts on users using gin (search_trigrams(coalesce(name, '') || '|' || coalesce(email, '') || '|' || coalesce(phone_number, '')));
