-- The provider's id of the account in which a payment was made; '' if the key may not read it.
alter table payments add column account text not null default '';
-- The VAT rate that the checkout stated, from when it was opened.
comment on column payments.vat_basis_points is 'in hundredths of a percent';
