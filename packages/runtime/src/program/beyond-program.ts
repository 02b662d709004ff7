/**
 * A run met something its program was not made for: a cell it does not hold, an array that outgrew its place. The reference
 * evaluator then computes the record instead.
 */
export class BeyondProgram extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BeyondProgram'
  }
}
