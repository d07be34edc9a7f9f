/** What a journey asks of one page of a browser, whatever protocol drives it. */
export type Engine = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs an expression in the page, which may be a promise of something that JSON can carry. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the one element that the expression gives, as a hand would. */
  click(expression: string): Promise<void>;
  /** Types into the element that the expression gives, key by key. */
  type(expression: string, text: string): Promise<void>;
  press(key: 'Escape' | 'Enter'): Promise<void>;
  /** Nobody sees the page, and it knows, until `show`. */
  hide(): Promise<void>;
  show(): Promise<void>;
  /** A second page of the same browser, beside this one. */
  another(): Promise<Engine>;
  screenshot(): Promise<Buffer>;
  /** Ends the page; of the first one, the browser. */
  close(): Promise<void>;
};
