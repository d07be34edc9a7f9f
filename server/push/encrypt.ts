import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_SIZE = 4096;
/** Every message has this length, so that it does not reveal the status. */
const PADDED_LENGTH = 512;

export type PushKeys = { p256dh: string; auth: string };

/** Whether a browser's public key is a point on the curve. */
export function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), CURVE);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a push message for one browser (RFC 8291, with the content encoding aes128gcm of RFC 8188). The record
 * docs/decisions/0011-push-encryption.md says why no package does it.
 */
export function encryptPush(plaintext: string, { p256dh, auth }: PushKeys): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const ephemeral = createECDH(CURVE);
  const sender = ephemeral.generateKeys();
  const salt = randomBytes(16);
  const secret = derive(
    ephemeral.computeSecret(receiver),
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]),
    32,
  );
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const content = Buffer.from(plaintext);
  // The 2 marks the end of the last record; the padding follows it.
  const padding = Buffer.alloc(Math.max(0, PADDED_LENGTH - content.length));
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(RECORD_SIZE, 16);
  header.writeUInt8(sender.length, 20);
  return Buffer.concat([
    header,
    sender,
    cipher.update(Buffer.concat([content, Buffer.of(2), padding])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function derive(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length));
}
