-- When a push service first accepted a message for the device. An endpoint that somebody invented has none.
alter table push_subscriptions add column confirmed timestamptz;
