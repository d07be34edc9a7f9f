-- Without statistics of the new indexes, a search for a frequent place would collect all of its rows.
analyze delivery_requests;
analyze guest_requests;
