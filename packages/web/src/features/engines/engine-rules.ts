import type { CallRule } from '@sheetwright/contract/call.ts'

/** Rules of groups that the pages of engines ask about. */
export const addRule = { module: 'ProductEngine', rule: 'Add' } as const satisfies CallRule
export const swaggerRule = { module: 'ProductEngine', rule: 'DownloadSwagger' } as const satisfies CallRule
export const logRule = { module: 'ProductEngineLog', rule: 'AuditFeatures' } as const satisfies CallRule
export const formRule = { module: 'ProductEngineFormBuilder', rule: 'ProductTutorial' } as const satisfies CallRule
