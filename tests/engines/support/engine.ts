/** The actions that a test needs in one page of a browser, independent of the driver's protocol. */
export type Engine = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs an expression in the page. Its value, or the value of its promise, must be serializable as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the element that the expression returns, at its position on the screen. */
  click(expression: string): Promise<void>;
  /** Types into the element that the expression returns, key by key. */
  type(expression: string, text: string): Promise<void>;
  press(key: 'Escape' | 'Enter'): Promise<void>;
  /** Hides the page, which then has the visibility state "hidden", until `show`. */
  hide(): Promise<void>;
  show(): Promise<void>;
  /** Opens a second page in the same browser. */
  another(): Promise<Engine>;
  screenshot(): Promise<Buffer>;
  /** Closes the page. For the first page this closes the browser. */
  close(): Promise<void>;
};
