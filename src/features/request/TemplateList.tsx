import { useCallback, useEffect, useState } from 'react';
import { routeTitle } from '../../domain/place-labels.ts';
import { toPlaceSnapshot } from '../../domain/request-payload.ts';
import { showAlert } from '../../stores/alerts.ts';
import {
  deleteTemplate,
  listTemplates,
  storeTemplate,
  type Template,
} from '../../use-cases/deliveries/templates.ts';
import { SavedRequests } from './SavedRequests.tsx';

type TemplateListProps = { onUse: (template: Template) => void };

/** The requests that were saved under a name. Each opens a new request on its summary. (WIZ-51) */
export function TemplateList({ onUse }: TemplateListProps) {
  const [templates, setTemplates] = useState<Template[]>([]);
  const [deleted, setDeleted] = useState<Template>();
  const read = useCallback(async () => {
    try {
      setTemplates(await listTemplates());
    } catch (error) {
      console.warn('The templates could not be read', error);
    }
  }, []);
  useEffect(() => void read(), [read]);

  async function change(write: () => Promise<void>, nowDeleted: Template | undefined) {
    try {
      await write();
      setDeleted(nowDeleted);
      await read();
    } catch (error) {
      console.warn('The templates could not be changed', error);
      showAlert('error', 'This device could not change your templates', 'Try again.');
    }
  }

  return (
    <SavedRequests
      id="templates-heading"
      heading="Your templates"
      removed={
        deleted && {
          text: `Template deleted: ${deleted.name}`,
          onUndo: () => void change(() => storeTemplate(deleted), undefined),
        }
      }
      rows={templates.map((template) => ({
        id: template.id,
        name: template.name,
        details: (
          <small>
            {routeTitle({
              pickUpSnapshot: toPlaceSnapshot(template.fields.pickUp),
              dropOffSnapshot: toPlaceSnapshot(template.fields.dropOff),
            })}
          </small>
        ),
        open: { label: 'Use', onPress: () => onUse(template) },
        remove: {
          label: 'Delete',
          onPress: () => void change(() => deleteTemplate(template.id), template),
        },
      }))}
    />
  );
}
