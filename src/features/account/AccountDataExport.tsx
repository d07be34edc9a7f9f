import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { exportAccountData } from '../../use-cases/account/export-account-data.ts';
import { accountDataPage } from './account-data-page.ts';
import classes from './SecurityPanel.module.css';

type Format = 'page' | 'json';

/** Downloads a copy of everything that the server stores about the account. (SEC-12) */
export function AccountDataExport() {
  const reasonId = useId();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const [pending, setPending] = useState<Format>();

  async function download(format: Format) {
    if (pending !== undefined) return;
    setPending(format);
    const data = await exportAccountData();
    setPending(undefined);
    if (data === undefined) return;
    const name = `send-data-${data.exported.slice(0, 10)}`;
    if (format === 'json') {
      downloadFile(`${name}.json`, 'application/json', JSON.stringify(data, null, 2));
    } else {
      downloadFile(
        `${name}.html`,
        'text/html;charset=utf-8',
        accountDataPage(data, useApp.getState().config.presets),
      );
    }
    showAlert('success', 'Your data was downloaded');
  }

  const buttonProps = (format: Format) =>
    isReachable
      ? { loading: pending === format, onClick: () => void download(format) }
      : ({ 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonId } as const);
  return (
    <PageSection title="Your data">
      <Card>
        <div className={`stack gap-3 p-5 text-soft text-pretty ${classes.text}`}>
          <p>
            Download a copy of everything that we store about your account: profile, addresses, deliveries,
            cards, payments, devices and the security log.
          </p>
        </div>
        <div className="card-foot items-center">
          <Button variant="default" size="sm" {...buttonProps('page')}>
            Download as a page
          </Button>
          <Button variant="default" size="sm" {...buttonProps('json')}>
            Download as JSON
          </Button>
          <StillTrying isPending={pending !== undefined} />
          {!isReachable && (
            <p id={reasonId} className={'flex items-center gap-icon w-full text-sm text-muted'}>
              <Icon name="offline" size={18} />
              You are offline. Downloading your data needs a connection.
            </p>
          )}
        </div>
      </Card>
    </PageSection>
  );
}
