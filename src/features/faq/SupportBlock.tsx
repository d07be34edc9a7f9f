import { Button } from '@mantine/core';
import { useId } from 'react';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import classes from './SupportBlock.module.css';

/** Support by email, and by chat if the operator has configured a chat URL. */
export function SupportBlock() {
  const { email, chatUrl } = useApp(({ config }) => config.support);
  const noteId = useId();
  const chatIcon = <Icon name="chat" />;
  return (
    <section
      className={`stack items-center gap-4 mt-5 p-6 rounded-lg bg-sunken ${classes.support}`}
      aria-labelledby="still-have-questions"
    >
      <div>
        <h2 id="still-have-questions">Still have questions?</h2>
        <p className="text-soft">
          {chatUrl === '' ? 'Send us an email.' : 'Send us an email or chat with us.'}
        </p>
      </div>
      <div className={`flex flex-wrap gap-2 ${classes.actions}`}>
        <Button
          component="a"
          href={`mailto:${email}`}
          // The server writes its own address into the prerendered page.
          suppressHydrationWarning
          variant="default"
          leftSection={<Icon name="mail" />}
        >
          Contact Support
        </Button>
        {chatUrl === '' ? (
          <div className="stack gap-1 text-center">
            <Button
              variant="default"
              leftSection={chatIcon}
              aria-describedby={noteId}
              onClick={() => showAlert('info', 'Live chat is not available yet')}
            >
              Live Chat
            </Button>
            <small id={noteId}>Not available yet</small>
          </div>
        ) : (
          <Button
            component="a"
            href={chatUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={chatIcon}
          >
            Live Chat
          </Button>
        )}
      </div>
    </section>
  );
}
