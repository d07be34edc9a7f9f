import type { BrowserContext } from '@playwright/test';

/** Collects errors that no page should cause: console errors (also violations of the CSP), exceptions and crashes. */
export class ErrorMonitor {
  private readonly errors: string[] = [];
  private readonly allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.errors.push(`${message.text()} [${message.location().url}]`);
    });
    context.on('weberror', (failure) => {
      const { name, message, stack } = failure.error();
      this.errors.push(`uncaught ${name}: ${message} [${failure.page()?.url()}]\n${stack}`);
    });
    context.on('page', (page) => page.on('crash', () => this.errors.push(`crashed: ${page.url()}`)));
  }

  /** Allows an error that a test causes itself, such as a lost network. */
  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns);
  }

  unexpected(): string[] {
    return this.errors.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
  }
}

/** The message that the console of Chromium shows for every request while the network is unavailable. */
export const NETWORK_ERROR =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|SOCKET_NOT_CONNECTED|NETWORK_CHANGED|NAME_NOT_RESOLVED)/;
