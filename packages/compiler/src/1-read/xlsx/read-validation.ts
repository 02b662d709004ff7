import { parseRange, type Range } from '../../model/address.ts'
import type { DataValidation } from '../../model/workbook.ts'
import { listItems } from '../list-items.ts'
import { type Attributes, flag, unescapeText } from '../xml.ts'

const types: Readonly<Record<string, DataValidation['type']>> = {
  none: 'any',
  whole: 'whole',
  decimal: 'decimal',
  list: 'list',
  date: 'date',
  time: 'time',
  textLength: 'textLength',
  custom: 'custom',
}

const operators: Readonly<Record<string, DataValidation['operator']>> = {
  between: 'between',
  notBetween: 'notBetween',
  equal: 'equal',
  notEqual: 'notEqual',
  lessThan: 'lessThan',
  lessThanOrEqual: 'lessThanOrEqual',
  greaterThan: 'greaterThan',
  greaterThanOrEqual: 'greaterThanOrEqual',
}

/** The content of a validation element, in its old form or its extension form. */
export interface ValidationParts {
  readonly attributes: Attributes
  readonly ranges: string
  readonly formula1: string
  readonly formula2: string
  /** Comma-separated values with quotes, used if a choice holds a comma. */
  readonly list: string
}

/** Undefined for a validation without ranges. */
export function validationFrom(parts: ValidationParts): DataValidation | undefined {
  const { attributes } = parts
  const ranges = parseRanges(parts.ranges)
  if (ranges.length === 0) return undefined
  const type = types[attributes.type ?? 'none'] ?? 'any'
  const formula1 = text(parts.formula1)
  return {
    ranges,
    type,
    operator: operators[attributes.operator ?? 'between'] ?? 'between',
    items: type === 'list' ? (quotedItems(parts.list) ?? listItems(formula1)) : undefined,
    formula1,
    formula2: text(parts.formula2),
    allowBlank: flag(attributes.allowBlank),
    errorStyle:
      attributes.errorStyle === 'warning' || attributes.errorStyle === 'information' ? attributes.errorStyle : 'stop',
    showError: flag(attributes.showErrorMessage),
    errorTitle: text(attributes.errorTitle),
    errorMessage: text(attributes.error),
    showPrompt: flag(attributes.showInputMessage),
    promptTitle: text(attributes.promptTitle),
    promptMessage: text(attributes.prompt),
  }
}

/** A space-separated list of ranges. */
function parseRanges(list: string): Range[] {
  return list
    .split(/\s+/)
    .map((reference) => parseRange(reference))
    .filter((range) => range !== undefined)
}

function text(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : unescapeText(value)
}

function quotedItems(list: string): string[] | undefined {
  if (list === '') return undefined
  const items = list.match(/(?:"[^"]*"?)+|[^,]+/g) ?? []
  return items.map((item) => (item.startsWith('"') ? item.slice(1, -1).replaceAll('""', '"') : item.trim()))
}
