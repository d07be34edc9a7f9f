-- Without statistics of the new index, a search for a frequent name would collect all of its rows.
analyze users;
