/** Thrown only inside the parser; `parseFormula` turns it into a result. */
export class FormulaSyntaxError extends Error {
  readonly position: number
  constructor(message: string, position: number) {
    super(message)
    this.name = 'FormulaSyntaxError'
    this.position = position
  }
}
