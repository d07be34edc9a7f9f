import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { aptInstall, canUseApt } from '../../support/apt.ts';
import type { Engine } from './engine.ts';
import { restingPoint } from './resting-point.ts';

const NEEDED = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/xvfb-run',
  xauth: '/usr/bin/xauth',
};
const START_MS = 30_000;
/** WebDriver's code points for keys. */
const KEYS = { Escape: '\uE00C', Enter: '\uE007' };
/** The key under which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const Answer = v.object({ value: v.unknown() });
const Session = v.object({ sessionId: v.string() });
const Point = v.object({ x: v.number(), y: v.number() });
const ElementId = v.object({ [ELEMENT]: v.string() });

/** Debian's WebKitGTK on a screen of its own, by W3C WebDriver; every call starts one with empty storage. */
export async function startWebKit(): Promise<Engine> {
  for (const [name, path] of Object.entries(NEEDED)) {
    if (!existsSync(path) && canUseApt()) aptInstall(name);
    if (!existsSync(path)) throw new Error(`WebKitGTK cannot start: install Debian's ${name}.`);
  }
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  // A group of its own, so that the screen and the browser end with the driver.
  const child = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  });
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  process.once('exit', stop);
  const root = `http://127.0.0.1:${port}`;
  await answering(root);
  const { sessionId } = v.parse(Session, await ask(`${root}/session`, 'POST', { capabilities: {} }));
  const session = `${root}/session/${sessionId}`;
  const post = (path: string, body: object = {}) => ask(`${session}/${path}`, 'POST', body);
  const find = async (expression: string) => {
    const found = await post('execute/sync', { script: `return ${expression}`, args: [] });
    const element = v.safeParse(ElementId, found);
    if (!element.success) throw new Error(`Not on the page: ${expression}`);
    return element.output[ELEMENT];
  };
  return {
    goto: async (url) => void (await post('url', { url })),
    reload: async () => void (await post('refresh')),
    evaluate: (expression) => post('execute/sync', { script: `return ${expression}`, args: [] }),
    click: async (expression) => {
      // By the pointer: this driver calls some buttons "not interactable" that a hand can press.
      const at = v.parse(
        Point,
        await post('execute/sync', { script: `return ${restingPoint(expression)}`, args: [] }),
      );
      const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      const actions = [{ type: 'pointerMove', ...at, origin: 'viewport' }, ...press];
      await post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    type: async (expression, text) => void (await post(`element/${await find(expression)}/value`, { text })),
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    resize: async (width, height) => void (await post('window/rect', { width, height })),
    screenshot: async () =>
      Buffer.from(v.parse(v.string(), await ask(`${session}/screenshot`, 'GET')), 'base64'),
    faults: () => null,
    close: async () => {
      await ask(session, 'DELETE');
      process.off('exit', stop);
      const ended = once(child, 'exit');
      stop();
      await ended;
    },
  };
}

async function ask(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = v.parse(Answer, await answer.json());
  if (!answer.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  return value;
}

/** The driver has no sign of readiness but that it answers. */
async function answering(root: string): Promise<void> {
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

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
