-- Earlier requests have the reference of their order, or a new one. This does not block new requests.
update delivery_requests set reference_number = coalesce(
  (select reference_number from orders where delivery_request_id = delivery_requests.id), new_reference_number())
  where reference_number is null;
update guest_requests set reference_number = coalesce(
  (select reference_number from orders where guest_request_id = guest_requests.id), new_reference_number())
  where reference_number is null;
