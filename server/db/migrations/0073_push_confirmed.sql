-- When a push service first accepted a message for the device. An invented endpoint has none.
alter table push_subscriptions add column confirmed timestamptz;
