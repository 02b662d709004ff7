/** Prepares a workbook for another spreadsheet program that computes it. */
export { planElsewhere } from './elsewhere/plan-elsewhere.ts'
export { withoutProtection } from './elsewhere/unprotect-sheets.ts'
