/** A response that is not JSON, with its type, such as CSV. */
export class TextBody {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}
