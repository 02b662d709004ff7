/** Checks a workbook: compares what is computed here with the saved values, and finds what cannot be computed. */
export { type CheckReport, checkWorkbook, type DifferingCell } from './check/check-workbook.ts'
export { computeCompiled } from './check/compute-compiled.ts'
export { diagnoseWorkbook } from './check/diagnose-workbook.ts'
