-- batches
-- Earlier requests have the reference of their order, or a new one. This blocks no new request, and others only while
-- their batch is changed.
update delivery_requests set reference_number = coalesce(
  (select reference_number from orders where delivery_request_id = delivery_requests.id), new_reference_number())
  where reference_number is null
    and id = any(array(select id from delivery_requests where reference_number is null limit 2000))
  returning id;
update guest_requests set reference_number = coalesce(
  (select reference_number from orders where guest_request_id = guest_requests.id), new_reference_number())
  where reference_number is null
    and id = any(array(select id from guest_requests where reference_number is null limit 2000))
  returning id;
