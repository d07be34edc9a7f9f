import { existsSync } from 'node:fs';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { aptInstall, canUseApt } from '../../support/apt.ts';
import type { Engine } from './engine.ts';

const BINARY = '/usr/bin/firefox-esr';

/** Debian's Firefox, by WebDriver BiDi; every call starts one with an empty profile. */
export async function startFirefox(): Promise<Engine> {
  if (!existsSync(BINARY) && canUseApt()) aptInstall('firefox-esr');
  if (!existsSync(BINARY)) throw new Error("Firefox is missing: install Debian's firefox-esr.");
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: BINARY, headless: true });
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const find = async (expression: string): Promise<ElementHandle<Element>> => {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (element === null) throw new Error(`Not on the page: ${expression}`);
    // A puppeteer expression given as text has no type; only elements are ever asked for.
    return element as ElementHandle<Element>;
  };
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => page.evaluate(expression),
    click: async (expression) => (await find(expression)).click(),
    type: async (expression, text) => (await find(expression)).type(text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    faults: () => faults,
    close: () => browser.close(),
  };
}
