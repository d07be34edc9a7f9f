-- Operators list disputes, and the metrics count the open ones.
create index payments_disputed on payments (dispute) where dispute is not null;

-- The reconciler reads payments with an incomplete ledger, and so finds the deadlines of disputes that are open already.
update payments set is_ledger_complete = false where dispute in ('needs_response', 'warning_needs_response');
