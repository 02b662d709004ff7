import type { PublishCheckCode } from '@sheetwright/contract/engines/publish-checks.ts'

/**
 * Checks that do not stop existing clients, which cannot acknowledge anything: changes that new versions are usually
 * made for, and a file that no spreadsheet program calculated. Wrong results do stop them.
 */
export const inherentCodes: readonly PublishCheckCode[] = ['PROOF_MISSING', 'INTERFACE_BREAKS', 'RESULTS_CHANGE']
