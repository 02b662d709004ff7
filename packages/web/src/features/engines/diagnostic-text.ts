import type { WorkbookDiagnostic } from '@sheetwright/contract/engines/proof.ts'
import { IconAlertTriangle, IconInfoCircle, IconX, type TablerIcon } from '@tabler/icons-react'
import type { MessageId } from '../../platform/messages/load-messages.ts'
import type { ServerText } from '../../platform/messages/server-text.ts'
import type { Text } from '../../platform/messages/use-text.ts'
import type { StatusTone } from '../../ui/StatusChip.tsx'

interface SeverityLook {
  readonly tone: StatusTone
  readonly icon: TablerIcon
  readonly label: MessageId
}

export const severityLooks: Readonly<Record<WorkbookDiagnostic['severity'], SeverityLook>> = {
  error: { tone: 'fail', icon: IconX, label: 'Diagnostic.error' },
  warning: { tone: 'attention', icon: IconAlertTriangle, label: 'Diagnostic.warning' },
  info: { tone: 'neutral', icon: IconInfoCircle, label: 'Diagnostic.info' },
}

/** The codes of the workbook reader and compiler. For unknown codes the server's message is shown. */
const texts: Readonly<Record<string, MessageId>> = {
  FILE_EMPTY: 'Diagnostic.FILE_EMPTY',
  FILE_TOO_BIG: 'Diagnostic.FILE_TOO_BIG',
  NOT_A_WORKBOOK: 'Diagnostic.NOT_A_WORKBOOK',
  PASSWORD_PROTECTED: 'Diagnostic.PASSWORD_PROTECTED',
  FILE_DAMAGED: 'Diagnostic.FILE_DAMAGED',
  PART_DAMAGED: 'Diagnostic.PART_DAMAGED',
  PART_MISSING: 'Diagnostic.PART_MISSING',
  SHEET_DAMAGED: 'Diagnostic.SHEET_DAMAGED',
  TOO_MUCH: 'Diagnostic.TOO_MUCH',
  COMPRESSION_SUSPICIOUS: 'Diagnostic.COMPRESSION_SUSPICIOUS',
  XML_FORBIDDEN: 'Diagnostic.XML_FORBIDDEN',
  CELL_OUTSIDE_GRID: 'Diagnostic.CELL_OUTSIDE_GRID',
  VALUE_UNREADABLE: 'Diagnostic.VALUE_UNREADABLE',
  FORMULA_UNREADABLE: 'Diagnostic.FORMULA_UNREADABLE',
  SHARED_FORMULA_WITHOUT_MASTER: 'Diagnostic.SHARED_FORMULA_WITHOUT_MASTER',
  VALIDATION_UNREADABLE: 'Diagnostic.VALIDATION_UNREADABLE',
  NOT_READ: 'Diagnostic.NOT_READ',
  OLD_FORMAT: 'Diagnostic.OLD_FORMAT',
  CELL_MEMBERS_OVERLAP: 'Diagnostic.CELL_MEMBERS_OVERLAP',
  MACROS_IGNORED: 'Diagnostic.MACROS_IGNORED',
  FORMULA_NOT_UNDERSTOOD: 'Diagnostic.FORMULA_NOT_UNDERSTOOD',
  NAME_NOT_UNDERSTOOD: 'Diagnostic.NAME_NOT_UNDERSTOOD',
  FUNCTION_UNKNOWN: 'Diagnostic.FUNCTION_UNKNOWN',
  FUNCTION_OUTSIDE: 'Diagnostic.FUNCTION_OUTSIDE',
  BLANKS_LEFT_OUT: 'Diagnostic.BLANKS_LEFT_OUT',
  COMPATIBILITY_UNKNOWN: 'Diagnostic.COMPATIBILITY_UNKNOWN',
  MACRO_SHEET_USED: 'Diagnostic.MACRO_SHEET_USED',
  EXTERNAL_VALUE_MISSING: 'Diagnostic.EXTERNAL_VALUE_MISSING',
  CIRCULAR_REFERENCE: 'Diagnostic.CIRCULAR_REFERENCE',
  CIRCULAR_ITERATED: 'Diagnostic.CIRCULAR_ITERATED',
  PORT_NOT_A_RANGE: 'Diagnostic.PORT_NOT_A_RANGE',
  PORT_DECLARED_TWICE: 'Diagnostic.PORT_DECLARED_TWICE',
  MARK_MOVED: 'Diagnostic.MARK_MOVED',
  INPUT_IS_FORMULA: 'Diagnostic.INPUT_IS_FORMULA',
  BLOCK_WITHOUT_ROWS: 'Diagnostic.BLOCK_WITHOUT_ROWS',
  BLOCK_HEADING_MISSING: 'Diagnostic.BLOCK_HEADING_MISSING',
  BLOCK_HEADING_TWICE: 'Diagnostic.BLOCK_HEADING_TWICE',
  LOCALE_UNKNOWN: 'Diagnostic.LOCALE_UNKNOWN',
  TIME_ZONE_UNKNOWN: 'Diagnostic.TIME_ZONE_UNKNOWN',
  CLOCK_IN_UTC: 'Diagnostic.CLOCK_IN_UTC',
  INVALID_SOLVE_NAMERANGES: 'Diagnostic.INVALID_SOLVE_NAMERANGES',
  RESULT_MAY_DIFFER: 'Diagnostic.RESULT_MAY_DIFFER',
  WRITE_NEEDS_CONVERTER: 'Diagnostic.WRITE_NEEDS_CONVERTER',
  WRITE_CONVERSION_FAILED: 'Diagnostic.WRITE_CONVERSION_FAILED',
}

/** What a diagnostic says in words of the server; its other facts are names and texts of the workbook. */
const inWords: ReadonlySet<string> = new Set(['part', 'reason'])

/** The text of a diagnostic in the language of the page. */
export function diagnosticText(text: Text, serverText: ServerText, diagnostic: WorkbookDiagnostic): string {
  const id = texts[diagnostic.code]
  if (id === undefined) return diagnostic.message
  const values = Object.entries(diagnostic.data).map(([name, value]) => [
    name,
    inWords.has(name) && typeof value === 'string' ? serverText(value) : shown(text, value),
  ])
  return text(id, Object.fromEntries(values) as Record<string, string | number>)
}

export function isDiagnosticCode(code: string): boolean {
  return code in texts
}

/** Why a workbook was refused. The message is as the server wrote it. */
export function refusalText(text: Text, serverText: ServerText, code: string, message: string): string {
  if (code === 'CIRCULAR_REFERENCE') {
    const [cell = ''] = message.split(':')
    return text('Iteration.cell', { cell, cycle: message.slice(message.lastIndexOf(':') + 1).trim() })
  }
  return serverText(message)
}

function shown(text: Text, value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  return Array.isArray(value) ? value.join(text('PortRule.separator')) : JSON.stringify(value)
}
