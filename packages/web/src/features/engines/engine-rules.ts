import type { CallRule } from '@sheetwright/contract/call.ts'

/** Group rules that the engine pages check. */
export const addRule = { module: 'ProductEngine', rule: 'Add' } as const satisfies CallRule
export const swaggerRule = { module: 'ProductEngine', rule: 'DownloadSwagger' } as const satisfies CallRule
export const logRule = { module: 'ProductEngineLog', rule: 'AuditFeatures' } as const satisfies CallRule
export const formRule = { module: 'ProductEngineFormBuilder', rule: 'ProductTutorial' } as const satisfies CallRule
