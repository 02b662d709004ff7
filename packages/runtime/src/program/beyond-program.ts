/**
 * A run met a case its program was not compiled for: a cell it does not hold, an array that outgrew its place. The
 * reference evaluator then computes the record instead.
 */
export class BeyondProgram extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BeyondProgram'
  }
}
