import * as v from 'valibot';
import { clickElement } from './click-element.ts';
import type { Engine } from './engine.ts';
import { startWebKitDriver, type WebDriver } from './web-driver.ts';

/** WebDriver's code points for keys. */
const KEYS = { Escape: '\uE00C', Enter: '\uE007' };
/** The key under which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const ElementId = v.object({ [ELEMENT]: v.string() });
const NewWindow = v.object({ handle: v.string() });

/** Starts Debian's WebKitGTK through W3C WebDriver. Each call uses empty storage. */
export async function startWebKit(): Promise<Engine> {
  const driver = await startWebKitDriver();
  const handle = v.parse(v.string(), await driver.command('GET', 'window'));
  return { ...windowOf(driver, handle), close: driver.end };
}

function windowOf(driver: WebDriver, handle: string): Engine {
  /** The driver sends commands to one window at a time, so this selects the window first. */
  const post = async (path: string, body: object = {}) => {
    await driver.command('POST', 'window', { handle });
    return driver.command('POST', path, body);
  };
  const evaluate = (expression: string) => post('execute/sync', { script: `return ${expression}`, args: [] });
  return {
    goto: async (url) => void (await post('url', { url })),
    reload: async () => void (await post('refresh')),
    back: async () => void (await post('back')),
    evaluate,
    // This moves the pointer, because the driver calls some buttons "not interactable" that a user can click.
    click: (expression) =>
      clickElement(expression, evaluate, async (x, y) => {
        const downAndUp = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
        const actions = [{ type: 'pointerMove', x, y, origin: 'viewport' }, ...downAndUp];
        await post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
      }),
    type: async (expression, text) => {
      const element = v.safeParse(ElementId, await evaluate(expression));
      if (!element.success) throw new Error(`Not on the page: ${expression}`);
      await post(`element/${element.output[ELEMENT]}/value`, { text });
    },
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] }));
      await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    hide: async () => void (await post('window/minimize')),
    show: async () => void (await post('window/rect', { width: 1024, height: 768 })),
    another: async () => {
      // This opens a window and not a tab, because the driver cannot activate a tab, and a page that was never visible
      // does not start.
      const opened = v.parse(NewWindow, await post('window/new', { type: 'window' }));
      return windowOf(driver, opened.handle);
    },
    screenshot: async () => {
      await driver.command('POST', 'window', { handle });
      return Buffer.from(v.parse(v.string(), await driver.command('GET', 'screenshot')), 'base64');
    },
    close: async () => {
      await driver.command('POST', 'window', { handle });
      await driver.command('DELETE', 'window');
    },
  };
}
