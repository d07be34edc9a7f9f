/** What a journey asks of a browser, whatever protocol drives it. */
export type Engine = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs an expression in the page, which may be a promise of something that JSON can carry. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the one element that the expression gives, as a hand would. */
  click(expression: string): Promise<void>;
  /** Types into the element that the expression gives, key by key. */
  type(expression: string, text: string): Promise<void>;
  press(key: 'Escape' | 'Enter'): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Page errors and console errors; `null` where the driver has no way to tell. */
  faults(): readonly string[] | null;
  close(): Promise<void>;
};
