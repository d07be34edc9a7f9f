import { values } from 'idb-keyval';
import * as v from 'valibot';
import { deleteRecord, openStore, putRecord } from '../../device/database.ts';
import { DraftFields } from '../../domain/draft.ts';
import { TEMPLATE_NAME_MAX_LENGTH, TEMPLATES_MAX } from '../../domain/limits.ts';
import { randomUuid } from '../../stores/random-uuid.ts';
import { withFreeSpace } from '../../stores/storage-quota.ts';
import { currentAccount } from '../../stores/user.ts';

/** A request that was saved under a name, on this device only. */
const Template = v.object({
  id: v.string(),
  /** The account that saved it; undefined for a guest. */
  owner: v.optional(v.string()),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(TEMPLATE_NAME_MAX_LENGTH)),
  fields: DraftFields,
});
export type Template = v.InferOutput<typeof Template>;

/** One record for each template, so that two tabs never overwrite each other's. */
const templateStore = openStore('send-templates', 'templates');

/** The templates of the current account or of the guest, by name. Records that cannot be read are left out. */
export async function listTemplates(): Promise<Template[]> {
  return (await readTemplates(currentAccount())).sort((a, b) => a.name.localeCompare(b.name));
}

async function readTemplates(owner: string | undefined): Promise<Template[]> {
  const records = await values<unknown>(templateStore);
  return records
    .flatMap((record) => {
      const parsed = v.safeParse(Template, record);
      return parsed.success ? [parsed.output] : [];
    })
    .filter((template) => template.owner === owner);
}

/**
 * Saves a request as a template. A template with the same name is replaced.
 * @param name 1 to TEMPLATE_NAME_MAX_LENGTH characters
 * @returns `full` if there are already TEMPLATES_MAX templates, and `failed` if the device cannot store it
 */
export async function saveTemplate(name: string, fields: DraftFields): Promise<'saved' | 'full' | 'failed'> {
  const owner = currentAccount();
  try {
    const templates = await readTemplates(owner);
    const isSameName = (template: Template) => template.name.toLowerCase() === name.toLowerCase();
    const id = templates.find(isSameName)?.id;
    if (id === undefined && templates.length >= TEMPLATES_MAX) return 'full';
    await storeTemplate({ id: id ?? randomUuid(), owner, name, fields });
    return 'saved';
  } catch (error) {
    console.warn('The template could not be stored', error);
    return 'failed';
  }
}

/** Stores a template under its id; also restores one that was deleted. */
export function storeTemplate(template: Template): Promise<void> {
  return withFreeSpace(() => putRecord(template.id, template, templateStore));
}

export function deleteTemplate(id: string): Promise<void> {
  return deleteRecord(id, templateStore);
}

/** Deletes all templates of an account: at log-out nothing of it stays on the device. */
export async function deleteTemplatesOf(account: string | undefined): Promise<void> {
  for (const { id } of await readTemplates(account)) await deleteTemplate(id);
}
