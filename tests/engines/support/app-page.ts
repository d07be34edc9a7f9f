import { expect } from '@playwright/test';
import type { Engine } from './engine.ts';

const CONTROLS = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  field: 'input, textarea',
  dialog: '[role="dialog"], dialog',
  heading: 'h1, h2, h3',
};
type ControlKind = keyof typeof CONTROLS;

/** Uses the app as a user does, by the names of its controls. */
export class AppPage {
  readonly engine: Engine;
  readonly origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.engine.goto(this.origin + path);
    await this.expectLive();
  }

  /** A driver sets the value of a field without key events, so React would not notice it during hydration. */
  private async expectLive(): Promise<void> {
    const isLive = 'document.documentElement.dataset.live !== undefined';
    await expect.poll(() => this.engine.evaluate(isLive), { timeout: 20_000 }).toBe(true);
  }

  async openAnother(path: string): Promise<AppPage> {
    const another = new AppPage(await this.engine.another(), this.origin);
    await another.open(path);
    return another;
  }

  async press(kind: ControlKind, name: string): Promise<void> {
    await this.expectControl(kind, name);
    await this.engine.click(controlExpression(kind, name));
  }

  async fill(label: string, text: string): Promise<void> {
    await this.expectControl('field', label);
    await this.engine.type(controlExpression('field', label), text);
  }

  async valueOf(label: string): Promise<unknown> {
    return this.engine.evaluate(`${controlExpression('field', label)}?.value ?? null`);
  }

  async expectControl(kind: ControlKind, name: string): Promise<void> {
    await expect
      .poll(() => this.engine.evaluate(`${controlExpression(kind, name)} !== null`), {
        timeout: 20_000,
        message: `${kind} "${name}"`,
      })
      .toBe(true);
  }

  async expectText(text: string): Promise<void> {
    await expect.poll(() => this.text(), { timeout: 20_000 }).toContain(text);
  }

  async expectNoText(text: string, timeout = 20_000): Promise<void> {
    await expect.poll(() => this.text(), { timeout }).not.toContain(text);
  }

  async text(): Promise<unknown> {
    return this.engine.evaluate('document.body.innerText');
  }

  /** Waits until the worker has cached the app and controls this page. */
  async installWorker(): Promise<void> {
    const active = "navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated')";
    await expect.poll(() => this.engine.evaluate(active), { timeout: 30_000 }).toBe(true);
    await this.engine.reload();
    await expect
      .poll(() => this.engine.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 10_000 })
      .toBe(true);
    await this.expectLive();
  }

  async logIn(email: string, password: string, name: string): Promise<void> {
    await this.open('/auth/login');
    await this.fill('Email', email);
    await this.fill('Password', password);
    await this.press('button', 'Login');
    await this.expectControl('link', `Account, ${name}`);
  }

  /** The shortest way through the wizard for a customer who is logged in. */
  async submitRequest(pickUp: string, dropOff: string): Promise<void> {
    await this.fillPlaces(pickUp, dropOff);
    await this.press('button', 'Fast forward');
    await this.press('button', 'Complete Request');
  }

  async fillPlaces(pickUp: string, dropOff: string): Promise<void> {
    await this.fill('Pick-up Location', pickUp);
    await this.engine.press('Escape');
    await this.fill('Drop-off Location', dropOff);
    await this.engine.press('Escape');
  }
}

/** Returns an expression for the visible control with this name: its label or its text. */
function controlExpression(kind: ControlKind, name: string): string {
  const find = (selector: string, wanted: string) => {
    // A user cannot use the controls behind a dialog.
    const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')];
    const scope = dialogs.find((dialog) => dialog.getClientRects().length > 0) ?? document;
    const match = [...scope.querySelectorAll<HTMLElement>(selector)].find((element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const read = element.cloneNode(true);
      if (read instanceof HTMLElement)
        for (const hidden of read.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
      const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const names = [
        element.getAttribute('aria-label'),
        ...labels.map((label) => label.textContent),
        ids.map((id) => document.getElementById(id)?.textContent).join(' '),
        read.textContent,
      ].map((text) => text?.replace(/\s*\*$/, '').trim());
      // The places are disabled until the saved addresses are known.
      const isUsable = element.getClientRects().length > 0 && !element.matches(':disabled');
      return isUsable && names.includes(wanted);
    });
    return match ?? null;
  };
  return `(${find.toString()})(${JSON.stringify(CONTROLS[kind])}, ${JSON.stringify(name)})`;
}
