import type { DiagnosticDefinition } from './definition.ts'
import { bindCodes } from './bind-codes.ts'
import { readCodes } from './read-codes.ts'
import { writeCodes } from './write-codes.ts'

/** Every problem that can be reported about a workbook. Each phase has its own list. */
const codes = {
  ...readCodes,
  ...bindCodes,
  ...writeCodes,
} as const

export type DiagnosticCode = keyof typeof codes

/** The data that each code's text needs. */
export type DiagnosticData = { [Code in DiagnosticCode]: Parameters<(typeof codes)[Code]['text']>[0] }

export const diagnosticCodes: { readonly [Code in DiagnosticCode]: DiagnosticDefinition<DiagnosticData[Code]> } = codes
