/** Finds what is likely to be wrong in a workbook, with advice. */
export { lintAdvice, type LintLanguage } from './lint/advice.ts'
export { lintSeverities, lintWorkbook } from './lint/lint-workbook.ts'
