import type { PublishCheckCode } from '@sheetwright/contract/engines/publish-checks.ts'

/**
 * Existing clients cannot acknowledge anything. What a new version is usually made for, and a file that no spreadsheet program
 * calculated, does not stop them; results that are wrong do.
 */
export const inherentCodes: readonly PublishCheckCode[] = ['PROOF_MISSING', 'INTERFACE_BREAKS', 'RESULTS_CHANGE']
