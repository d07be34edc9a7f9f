import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { freePort } from '../../support/listen-locally.ts';

const START_MS = 30_000;
const CommandResponse = v.object({ value: v.unknown() });
const Session = v.object({ sessionId: v.string() });

export type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
export type WebDriver = { command: Command; end: () => Promise<void> };

/** Starts a session of WebKitGTK's W3C WebDriver on a separate virtual screen and with empty storage. */
export async function startWebKitDriver(): Promise<WebDriver> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  // The separate process group lets the screen and the browser end together with the driver.
  const child = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  });
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  process.once('exit', stop);
  const root = `http://127.0.0.1:${port}`;
  await waitUntilReady(root);
  const { sessionId } = v.parse(Session, await sendCommand('POST', `${root}/session`, { capabilities: {} }));
  const session = `${root}/session/${sessionId}`;
  return {
    command: (method, path, body) => sendCommand(method, `${session}/${path}`, body),
    end: async () => {
      await sendCommand('DELETE', session);
      process.off('exit', stop);
      const ended = once(child, 'exit');
      stop();
      await ended;
    },
  };
}

async function sendCommand(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = v.parse(CommandResponse, await response.json());
  if (!response.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  return value;
}

/** Waits until the driver responds, because it does not report otherwise that it is ready. */
async function waitUntilReady(root: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      await fetch(`${root}/status`);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}
