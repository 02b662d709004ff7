import { boundedFunctions } from '@sheetwright/runtime/functions/bounded.ts'

/** How a program names a function that it calls. */
const called = /host\.fn\("([^"\\]*)"\)/g
/** How it finds cells that only the run shows. */
const findsCells = 'far.'

/**
 * True for a program whose work is bounded by its size, whatever its inputs are: it calls only functions that are, and knows
 * the cells that they read.
 */
export function isBounded(program: string): boolean {
  if (program.includes(findsCells)) return false
  return program.matchAll(called).every(([, name = '']) => boundedFunctions.has(name))
}
