import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import * as v from 'valibot';
import { FIREFOX } from './debian.ts';
import type { Engine } from './engine.ts';
import { restingPoint } from './resting-point.ts';

const Point = v.object({ x: v.number(), y: v.number() });

/** Debian's Firefox, by WebDriver BiDi; every call starts one with an empty profile. */
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
      // The driver's own way waits for a load, and a page that was put aside is not loaded again.
      const left = await page.evaluate('location.href');
      await page.evaluate('void setTimeout(() => history.back())');
      while ((await page.evaluate('location.href')) === left) await wait(50);
    },
    evaluate: (expression) => page.evaluate(expression),
    click: async (expression) => {
      const { x, y } = v.parse(Point, await page.evaluate(restingPoint(expression)));
      await page.mouse.click(x, y);
    },
    type: async (expression, text) => {
      const element = (await page.evaluateHandle(expression)).asElement();
      if (element === null) throw new Error(`Not on the page: ${expression}`);
      // A puppeteer expression given as text has no type; only elements are ever asked for.
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
