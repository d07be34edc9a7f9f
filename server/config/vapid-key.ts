import { createECDH } from 'node:crypto';

/** Whether a text is a private key of the curve P-256, as `npx web-push generate-vapid-keys` prints it. */
export function isVapidKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
