declare const answerType: unique symbol

/**
 * An answer that its handler has already written as JSON, because it keeps the text too. It is sent as it is: the handler
 * alone sees to it that it holds what the call declares.
 */
export class JsonText<T> {
  readonly text: string
  declare readonly [answerType]?: T

  private constructor(text: string) {
    this.text = text
  }

  /** Of JSON that was put together from texts. */
  static written<T>(text: string): JsonText<T> {
    return new JsonText<T>(text)
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText<T>(JSON.stringify(value))
  }
}
