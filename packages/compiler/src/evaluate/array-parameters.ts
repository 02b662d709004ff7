import type { Bound } from '../3-bind/bound.ts'

/**
 * Parameters that take arrays even outside array formulas: their expression is computed for all cells, so
 * `SUMPRODUCT(A1:A3*B1:B3)` needs no Ctrl+Shift+Enter while `SUM(A1:A3*B1:B3)` does. By parameter position, or all.
 */
const ARRAY_PARAMETERS: Readonly<Record<string, readonly number[] | 'all'>> = {
  SUMPRODUCT: 'all',
  MMULT: 'all',
  MDETERM: 'all',
  MINVERSE: 'all',
  TRANSPOSE: 'all',
  SUMX2MY2: 'all',
  SUMX2PY2: 'all',
  SUMXMY2: 'all',
  CORREL: 'all',
  COVAR: 'all',
  'COVARIANCE.P': 'all',
  'COVARIANCE.S': 'all',
  PEARSON: 'all',
  RSQ: 'all',
  SLOPE: 'all',
  INTERCEPT: 'all',
  STEYX: 'all',
  CHITEST: 'all',
  'CHISQ.TEST': 'all',
  FTEST: 'all',
  'F.TEST': 'all',
  TTEST: [0, 1],
  'T.TEST': [0, 1],
  PROB: [0, 1],
  FORECAST: [1, 2],
  'FORECAST.LINEAR': [1, 2],
  LINEST: [0, 1],
  LOGEST: [0, 1],
  TREND: [0, 1, 2],
  GROWTH: [0, 1, 2],
  FREQUENCY: 'all',
  LOOKUP: [1, 2],
  INDEX: [0],
  AGGREGATE: [2],
}

/** Of these, the ones that take references as they are: `INDEX(INDIRECT(A1:A3),1)` reads one address, that in line. */
const TAKE_REFERENCES: ReadonlySet<string> = new Set(['INDEX', 'LOOKUP', 'AGGREGATE'])

/** Is this argument computed for all cells, whatever the formula's mode? */
export function takesArrays(name: string, index: number, arg: Bound): boolean {
  const entry = ARRAY_PARAMETERS[name]
  if (entry === undefined || (entry !== 'all' && !entry.includes(index))) return false
  return !(TAKE_REFERENCES.has(name) && arg.kind === 'call' && arg.definition.refers)
}

/** Functions that do not pass the array mode of SUMPRODUCT and the like on to their arguments. */
const KEEPS_SINGLE: ReadonlySet<string> = new Set(['IF', 'CHOOSE'])

export function keepsSingle(name: string): boolean {
  return KEEPS_SINGLE.has(name)
}

/** `SUM(VLOOKUP(A1,B1:E9,{2,3},0))` needs Ctrl+Shift+Enter, `SUM(ROUND({1,2},0))` does not. */
const TABLE_LOOKUPS: ReadonlySet<string> = new Set(['VLOOKUP', 'HLOOKUP'])
/** Index of the table among their arguments. */
const TABLE = 1

/** Outside array formulas even an array constant counts as its first element here. */
export function countsByFirst(name: string, index: number): boolean {
  return index !== TABLE && TABLE_LOOKUPS.has(name)
}
