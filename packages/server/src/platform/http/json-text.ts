declare const answerType: unique symbol

/**
 * A response that its handler has already serialised as JSON, because it also stores the text. It is sent unchanged:
 * the handler must make sure that it matches the call's declaration.
 */
export class JsonText<T> {
  readonly text: string
  declare readonly [answerType]?: T

  private constructor(text: string) {
    this.text = text
  }

  /** From JSON that was assembled as text. */
  static written<T>(text: string): JsonText<T> {
    return new JsonText<T>(text)
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText<T>(JSON.stringify(value))
  }
}
