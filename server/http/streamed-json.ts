/** What becomes a value of type `T` in JSON: a time becomes its ISO text. */
export type Serialized<T> = T extends string
  ? T | Date
  : T extends readonly (infer Item)[]
    ? Serialized<Item>[]
    : T extends object
      ? { [K in keyof T]: Serialized<T[K]> }
      : T;

/** An object whose long lists are read and written page by page, so that they need not fit into memory. */
type Fields<T> = {
  [K in keyof T]: Serialized<T[K]> | (T[K] extends (infer Row)[] ? AsyncIterable<Row[]> : never);
};

/** A response that is written while it is read. It has no ETag, because that depends on the whole text. */
export class StreamedJson<T> {
  readonly fields: Fields<T>;

  constructor(fields: Fields<T>) {
    this.fields = fields;
  }

  /** The object as JSON, in parts of at most one page, each of which is read when the client has read the one before. */
  stream(onError: (error: unknown) => void): ReadableStream<Uint8Array> {
    const parts = this.text();
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          onError(error);
          throw error;
        }
      },
    });
  }

  private async *text(): AsyncGenerator<string> {
    let separator = '{';
    for (const [name, value] of Object.entries(this.fields)) {
      yield `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      if (isIterable(value)) yield* listText(value);
      else yield JSON.stringify(value);
    }
    yield '}';
  }
}

async function* listText(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function isIterable(value: unknown): value is AsyncIterable<unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
