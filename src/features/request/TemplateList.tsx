import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { routeTitle } from '../../domain/place-labels.ts';
import { toPlaceSnapshot } from '../../domain/request-payload.ts';
import { showAlert } from '../../stores/alerts.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import {
  deleteTemplate,
  listTemplates,
  storeTemplate,
  type Template,
} from '../../use-cases/deliveries/templates.ts';
import classes from './ResumeList.module.css';

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

  if (templates.length === 0 && !deleted) return null;
  return (
    <section className="stack gap-3" aria-labelledby="templates-heading">
      <h2 id="templates-heading" className="title-lg">
        Your templates
      </h2>
      {deleted && (
        <Notice
          tone="plain"
          role="status"
          action={
            <TextButton onClick={() => void change(() => storeTemplate(deleted), undefined)}>Undo</TextButton>
          }
        >
          Template deleted: {deleted.name}
        </Notice>
      )}
      <ul className="stack gap-3">
        {templates.map((template) => (
          <Card as="li" key={template.id} className={`items-center gap-2 ${classes.row}`}>
            <div className={`stack min-w-0 wrap-anywhere ${classes.text}`}>
              <b dir="auto">{template.name}</b>
              <small>
                {routeTitle({
                  pickUpSnapshot: toPlaceSnapshot(template.fields.pickUp),
                  dropOffSnapshot: toPlaceSnapshot(template.fields.dropOff),
                })}
              </small>
            </div>
            <Button
              size="sm"
              variant="default"
              aria-label={`Use ${template.name}`}
              onClick={() => onUse(template)}
            >
              Use
            </Button>
            <Button
              size="sm"
              variant="subtle"
              aria-label={`Delete ${template.name}`}
              onClick={() => void change(() => deleteTemplate(template.id), template)}
            >
              Delete
            </Button>
          </Card>
        ))}
      </ul>
    </section>
  );
}
