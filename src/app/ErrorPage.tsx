import { useEffect } from 'react';
import { GENERIC_ERROR } from '../contract/errors.ts';
import { useApp } from '../stores/app.ts';
import { Illustration } from '../ui/Illustration.tsx';
import classes from './ErrorPage.module.css';

/**
 * This page is shown if a screen has thrown an error. It uses neither the router nor Mantine, because it also replaces
 * the shell that provides them.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const support = useApp(({ config }) => config.support.email);

  useEffect(() => {
    document.title = `${GENERIC_ERROR} – Send`;
  }, []);

  return (
    <div
      className={`stack justify-items-center gap-3 w-full mx-auto text-center ${classes.page}`}
      role="alert"
    >
      <Illustration name="lost" />
      <h1>{GENERIC_ERROR}</h1>
      <p className="text-lg text-soft">
        This page could not be shown. What you typed is saved on this device. Reload the page. If the problem
        returns, please report it.
      </p>
      <div className="flex flex-wrap justify-center gap-3 mt-3">
        <button type="button" className={classes.reload} onClick={() => location.reload()}>
          Reload
        </button>
        <a className={classes.report} href={reportLink(support, error)}>
          Report the problem
        </a>
      </div>
    </div>
  );
}

/** Creates an email with the details that a developer needs and nothing that the user typed. */
function reportLink(to: string, error: unknown): string {
  const place = typeof location === 'undefined' ? '' : location.pathname;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const body = `What happened before it failed:\n\n\n---\nPage: ${place}\nFault: ${what}`;
  return `mailto:${to}?subject=${encodeURIComponent('A page of Send has failed')}&body=${encodeURIComponent(body)}`;
}
