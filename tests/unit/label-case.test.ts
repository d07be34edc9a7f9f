import { expect, test } from 'vitest';
import { readSourceTree } from '../support/source-tree.ts';

const text = readSourceTree()
  .filter(({ path }) => /^src\/.*\.tsx$/.test(path))
  .map((source) => source.text)
  .join('\n');
const textsOf = (pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, label = '']) => label.trim())),
];

/** The buttons whose label the description quotes in Title Case, and those that name a page. */
const TITLE_CASE_BUTTONS = [
  'Back to Login',
  'Back to My Deliveries',
  'Change Password',
  'Clear Filters',
  'Edit Details',
  'Edit Profile',
  'Install Send',
  'Live Chat',
  'Log Out',
  'Return to Home',
  'Save Card',
  'Save Changes',
  'Set as Default',
  'Sign In',
  'Track Package',
  'View Delivery Details',
];

test('Buttons are sentences except where the description quotes Title Case, and fields are in Title Case (LAY-53)', () => {
  const buttons = textsOf(
    /<(?:Button|OnlineButton|ButtonLink|DocumentLink)\b[^<]*?[^=]>\s*([A-Z][^<{]+?)\s*</g,
  );
  expect(buttons.length).toBeGreaterThan(30);
  const titled = buttons.filter((label) => /[a-z] (?!I\b)[A-Z][a-z]/.test(label));
  expect(titled.filter((label) => !TITLE_CASE_BUTTONS.includes(label))).toEqual([]);

  const fields = textsOf(
    /<(?:TextInput|Textarea|MeasureField|PasswordField|NewPasswordField|CardField)\b[^<]*?\slabel="([^"]+)"/g,
  );
  expect(fields.length).toBeGreaterThan(10);
  expect(fields.filter((label) => / [a-z]/.test(label))).toEqual([]);
});
