/** Groups the digits of the card number while they are typed at the end of the field. */
const field = document.querySelector('[name="number"]');
field.addEventListener('input', () => {
  if (field.selectionStart !== field.value.length) return;
  const digits = field.value.replace(/\D/g, '');
  const groups = /^3[47]/.test(digits) ? /^(.{4})(.{1,6})(.*)$/ : /(.{4})(?=.)/g;
  field.value = digits.replace(groups, /^3[47]/.test(digits) ? '$1 $2 $3' : '$1 ').trim();
});
