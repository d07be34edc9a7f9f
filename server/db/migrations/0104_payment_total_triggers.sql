-- In a file of its own, so that it waits for one table only.
create trigger payments_change_totals after update of receipt_number, vat_basis_points, currency on payments
  for each row when ((old.receipt_number, old.vat_basis_points, old.currency)
    is distinct from (new.receipt_number, new.vat_basis_points, new.currency))
  execute function note_total_changes_of_payment();
