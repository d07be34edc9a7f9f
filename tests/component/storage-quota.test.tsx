import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { StorageWarning } from '../../src/features/request/SubmitNotice.tsx';
import { flushDrafts, useDrafts } from '../../src/stores/drafts.ts';
import { useStorageQuota, withFreeSpace } from '../../src/stores/storage-quota.ts';
import { renderPlain } from '../support/render.tsx';
import '../support/fake-indexeddb.ts';

const full = () => new DOMException('Out of space', 'QuotaExceededError');
let deleted: string[];

beforeEach(() => {
  deleted = [];
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) });
  useStorageQuota.setState({ isWritable: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('on a full device cached map tiles are evicted and the draft is saved (WIZ-38)', async () => {
  const write = vi.fn<() => Promise<string>>().mockRejectedValueOnce(full()).mockResolvedValue('stored');
  expect(await withFreeSpace(write)).toBe('stored');
  expect(deleted).toEqual(['tiles', 'map-files']);
});

test('a write that fails again after the eviction is reported and not retried a third time (WIZ-38)', async () => {
  const write = vi.fn<() => Promise<string>>().mockRejectedValue(full());
  await expect(withFreeSpace(write)).rejects.toThrow('Out of space');
  expect(write).toHaveBeenCalledTimes(2);
});

test('an error that free space cannot fix evicts no map tiles (WIZ-38)', async () => {
  const write = vi.fn<() => Promise<string>>().mockRejectedValue(new DOMException('No', 'InvalidStateError'));
  await expect(withFreeSpace(write)).rejects.toThrow('No');
  expect(deleted).toEqual([]);
});

test('the wizard shows a storage warning only while drafts cannot be saved (WIZ-38)', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await useDrafts.persist.rehydrate();
  renderPlain(<StorageWarning />);
  expect(screen.queryByRole('status')).toBeNull();

  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full();
  });
  const id = useDrafts
    .getState()
    .createDraft({ owner: undefined, fields: DEFAULT_FIELDS, step: 'locations' });
  await flushDrafts();
  expect((await screen.findByRole('status')).textContent).toContain(
    "We can't save your request on this device",
  );
  expect(warn).toHaveBeenCalledWith('"drafts" could not be stored', expect.anything());

  put.mockRestore();
  useDrafts.getState().setStep(id, 'package');
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});
