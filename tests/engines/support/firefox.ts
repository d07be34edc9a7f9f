import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { clickElement } from './click-element.ts';
import { FIREFOX } from './debian-browsers.ts';
import type { Engine } from './engine.ts';

/** Starts Debian's Firefox through WebDriver BiDi. Each call uses an empty profile. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
  return { ...(await openPage(browser)), close: () => browser.close() };
}

async function openPage(browser: Browser): Promise<Engine> {
  const page = await browser.newPage();
  let cover: Page | undefined;
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => {
      // The driver's own command waits for a load event, and a page in the back/forward cache is not loaded again.
      const left = await page.evaluate('location.href');
      await page.evaluate('void setTimeout(() => history.back())');
      while ((await page.evaluate('location.href')) === left) await wait(50);
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (expression) =>
      clickElement(
        expression,
        (script) => page.evaluate(script),
        (x, y) => page.mouse.click(x, y),
      ),
    type: async (expression, text) => {
      const element = (await page.evaluateHandle(expression)).asElement();
      if (element === null) throw new Error(`Not on the page: ${expression}`);
      // puppeteer cannot infer the type of an expression that is a text. This function only gets expressions for
      // elements.
      await (element as ElementHandle<Element>).type(text);
    },
    press: (key) => page.keyboard.press(key),
    hide: async () => {
      cover = await browser.newPage();
      await cover.bringToFront();
    },
    show: async () => {
      await cover?.close();
      await page.bringToFront();
    },
    another: () => openPage(browser),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => page.close(),
  };
}
