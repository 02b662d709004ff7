import type { DataValidation } from '../../model/workbook.ts'

/** The flags of a data validation, which .xls and .xlsb store alike. */
export function validationFlags(flags: number) {
  return {
    type: types[flags & 0xf] ?? 'any',
    errorStyle: errorStyles[(flags >> 4) & 7] ?? 'stop',
    /** The list was typed in: NUL characters or commas separate its choices. */
    isTypedList: (flags & 0x80) !== 0,
    allowBlank: (flags & 0x100) !== 0,
    showPrompt: (flags & 0x40000) !== 0,
    showError: (flags & 0x80000) !== 0,
    operator: operators[(flags >> 20) & 0xf] ?? 'between',
  } as const
}

const types: readonly DataValidation['type'][] = [
  'any',
  'whole',
  'decimal',
  'list',
  'date',
  'time',
  'textLength',
  'custom',
]

const errorStyles: readonly DataValidation['errorStyle'][] = ['stop', 'warning', 'information']

const operators: readonly DataValidation['operator'][] = [
  'between',
  'notBetween',
  'equal',
  'notEqual',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
]
