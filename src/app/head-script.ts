/**
 * The inline script in the head of every prerendered page. It runs before the first paint, so it imports nothing but
 * the recording of early input. The build inlines it, and the content policy contains its hash.
 */
import { recordEarlyInput } from './early-input.ts';

const { dataset } = document.documentElement;
dataset.mantineColorScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
// The page contains the view of a visitor and a skeleton for a customer; base.css shows one of them.
if (hasSession()) dataset.session = '';
window.earlyInput = recordEarlyInput();

function hasSession(): boolean {
  try {
    // The key is USER_KEY in stores/user.ts, whose imports would make this script large.
    return Boolean(JSON.parse(localStorage.getItem('user') ?? '{}').jwtToken);
  } catch {
    return false;
  }
}
