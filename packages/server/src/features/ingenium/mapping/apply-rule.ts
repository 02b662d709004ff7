import type { InputRule, MappingCondition, ResultRule } from '@sheetwright/contract/ingenium/mapping.ts'

export type MappedValue = string | number | boolean | null

/** Why a record is rejected. */
export class RejectedRecord extends Error {
  override readonly name = 'RejectedRecord'
}

/** The values that rules read: fields of the record by index, and outputs by name. */
export interface RuleSource {
  readonly fields: readonly (string | undefined)[]
  readonly outputs: Readonly<Record<string, unknown>>
}

type Apply = (source: RuleSource) => MappedValue | undefined

/** Compiles a rule to run on many records. It returns undefined if its conditions do not hold. */
export function compileRule(
  rule: InputRule | Omit<ResultRule, 'field'>,
  target: string,
  names: readonly string[],
): Apply {
  const conditions = rule.when.map((condition) => compileCondition(condition, names))
  const steps = rule.conversions.map((name) => converters[name])
  const hasCodes = Object.keys(rule.codes).length > 0
  const codes = new Map(Object.entries(rule.codes))
  const read = compileSource(rule.from, target, names)
  const isPlain = conditions.length === 0 && steps.length === 0 && !hasCodes
  if (isPlain) return read
  return (source) => {
    for (const holds of conditions) if (!holds(source)) return undefined
    let value = read(source)
    for (const step of steps) value = value === null ? null : step(value, target)
    if (!hasCodes || value === null) return value
    const code = codes.get(String(value))
    if (code !== undefined) return code
    if (rule.otherCodes === 'keep') return value
    throw new RejectedRecord(`${target}: "${String(value)}" is not in the code list`)
  }
}

function compileSource(from: InputRule['from'], target: string, names: readonly string[]) {
  if (from.kind === 'constant') return () => from.value
  if (from.kind === 'field') {
    const place = names.indexOf(from.name)
    return ({ fields }: RuleSource): MappedValue => {
      const value = fields[place]
      if (value === undefined) throw new RejectedRecord(`${target}: the field ${from.name} cannot be read`)
      return value
    }
  }
  return ({ outputs }: RuleSource): MappedValue => {
    const value = outputs[from.name]
    if (value === undefined || value === null) return null
    return typeof value === 'object' ? JSON.stringify(value) : (value as MappedValue)
  }
}

function compileCondition({ field, is, value }: MappingCondition, names: readonly string[]) {
  const place = names.indexOf(field)
  const textOf = ({ fields }: RuleSource) => (fields[place] ?? '').trim()
  const numberOf = (text: string) => (text === '' ? Number.NaN : Number(text))
  const tests = {
    equal: (text: string) => text === value,
    notEqual: (text: string) => text !== value,
    blank: (text: string) => text === '',
    notBlank: (text: string) => text !== '',
    greater: (text: string) => numberOf(text) > numberOf(value),
    less: (text: string) => numberOf(text) < numberOf(value),
  }
  const test = tests[is]
  return (source: RuleSource) => test(textOf(source))
}

type Conversion = InputRule['conversions'][number]

const converters: Readonly<Record<Conversion, (value: string | number | boolean, target: string) => MappedValue>> = {
  trim: (value) => String(value).trim(),
  upper: (value) => String(value).toUpperCase(),
  lower: (value) => String(value).toLowerCase(),
  blankAsNull: (value) => (String(value).trim() === '' ? null : value),
  number: (value, target) => numberFrom(String(value).trim(), value, target),
  numberComma: (value, target) => numberFrom(String(value).trim().replaceAll('.', '').replace(',', '.'), value, target),
  percent: (value, target) => numberFrom(String(value).trim().replace(/%$/, ''), value, target) / 100,
  dateYmd: (value, target) => dateFrom(value, target, /^(\d{4})\D?(\d{2})\D?(\d{2})$/, [1, 2, 3]),
  dateDmy: (value, target) => dateFrom(value, target, /^(\d{1,2})\D?(\d{1,2})\D?(\d{4})$/, [3, 2, 1]),
  dateMdy: (value, target) => dateFrom(value, target, /^(\d{1,2})\D?(\d{1,2})\D?(\d{4})$/, [3, 1, 2]),
  boolean: (value, target) => {
    const text = String(value).trim().toUpperCase()
    if (['TRUE', 'Y', 'YES', '1', 'J'].includes(text)) return true
    if (['FALSE', 'N', 'NO', '0', ''].includes(text)) return false
    throw new RejectedRecord(`${target}: "${String(value)}" is neither yes nor no`)
  },
}

function numberFrom(text: string, value: unknown, target: string): number {
  const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(number)) return number
  throw new RejectedRecord(`${target}: "${String(value)}" is no number`)
}

function dateFrom(value: unknown, target: string, pattern: RegExp, order: readonly [number, number, number]): string {
  const parts = pattern.exec(String(value).trim())
  const [year, month, day] = order.map((place) => Number(parts?.[place] ?? Number.NaN))
  const date = new Date(Date.UTC(year ?? Number.NaN, (month ?? Number.NaN) - 1, day))
  if (parts && date.getUTCMonth() === (month ?? 0) - 1 && date.getUTCDate() === day && (year ?? 0) >= 1000) {
    return date.toISOString().slice(0, 10)
  }
  throw new RejectedRecord(`${target}: "${String(value)}" is no date`)
}
