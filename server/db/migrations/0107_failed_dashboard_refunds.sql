-- batches
-- The failure of a refund that was made in the provider's dashboard counts like those of the server's own refunds.
update payment_refunds set failures = 1
  where id = any(array(
    select id from payment_refunds
    where reason = 'provider' and failures = 0 and state in ('due', 'failed', 'rejected', 'settled')
    limit 1000))
  returning id;
