-- concurrently
-- The operators' searches for a part of a place or of a guest's name, email address or telephone number.
create index concurrently if not exists delivery_requests_places on delivery_requests using gin (search_trigrams(coalesce(pick_up->>'name', '') || '|' || coalesce(pick_up->>'city', '') || '|' || coalesce(drop_off->>'name', '') || '|' || coalesce(drop_off->>'city', '')));
create index concurrently if not exists guest_requests_texts on guest_requests using gin (search_trigrams(coalesce(pickup, '') || '|' || coalesce(dropoff, '') || '|' || coalesce(first_name || ' ' || last_name, '') || '|' || coalesce(email, '') || '|' || coalesce(phone, '')));
