import { boundedFunctions } from '@sheetwright/runtime/functions/bounded.ts'

/** Matches a function call in a program. */
const called = /host\.fn\("([^"\\]*)"\)/g
/** Marks references that are resolved only at run time. */
const findsCells = 'far.'

/**
 * True if the size of a program bounds its work, whatever its inputs are: it calls only bounded functions and knows the
 * cells that they read.
 */
export function isBounded(program: string): boolean {
  if (program.includes(findsCells)) return false
  return program.matchAll(called).every(([, name = '']) => boundedFunctions.has(name))
}
