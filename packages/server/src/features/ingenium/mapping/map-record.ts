import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { compileRule, type MappedValue, type RuleSource } from './apply-rule.ts'

const noOutputs: Readonly<Record<string, unknown>> = {}

/** Maps the fields of a record to the inputs of an engine. Throws `RejectedRecord`. */
export function inputMapper({ inputs, extract }: PolicyMapping) {
  const names = extract.fields.map(({ name }) => name)
  const rules = inputs.map((rule) => ({ input: rule.input, apply: compileRule(rule, rule.input, names) }))
  return (fields: RuleSource['fields']): Record<string, MappedValue> => {
    const values: Record<string, MappedValue> = {}
    const source = { fields, outputs: noOutputs }
    for (const { input, apply } of rules) {
      if (input in values) continue
      const value = apply(source)
      if (value !== undefined) values[input] = value
    }
    return values
  }
}

/** Maps the fields of the record and the outputs of the engine to the result's fields, in the order of the layout. */
export function resultMapper({ outputs, result, extract }: PolicyMapping) {
  const names = extract.fields.map(({ name }) => name)
  const rules = result.fields.map(({ name }) =>
    outputs
      .filter(({ field }) => field === name)
      .map((rule) => ({ decimals: rule.decimals, apply: compileRule(rule, name, names) })),
  )
  return (source: RuleSource): string[] =>
    rules.map((ofField) => {
      for (const { decimals, apply } of ofField) {
        const value = apply(source)
        if (value !== undefined) return textOf(value, decimals)
      }
      return ''
    })
}

/** Names of the outputs that a mapping reads. */
export function wantedOutputs({ outputs }: PolicyMapping): string[] {
  return [...new Set(outputs.flatMap(({ from }) => (from.kind === 'output' ? [from.name] : [])))]
}

function textOf(value: MappedValue, decimals: number | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') return value
  return decimals === null ? plainNumber(value) : roundedNumber(value, decimals)
}

/** All digits, without an exponent. */
function plainNumber(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [mantissa = '', exponent = '0'] = text.split('e')
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', rest = ''] = mantissa.replace('-', '').split('.')
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${rest}`
  return `${sign}${whole}${rest}${'0'.repeat(shift - rest.length)}`
}

/** Rounds half away from zero on the shown digits, as Excel does: 1.005 to two digits is 1.01. */
function roundedNumber(value: number, decimals: number): string {
  const text = plainNumber(Math.abs(value))
  const [whole = '0', rest = ''] = text.split('.')
  const kept = BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
  const rounded = Number(rest[decimals] ?? '0') >= 5 ? kept + 1n : kept
  const digits = String(rounded).padStart(decimals + 1, '0')
  const shown = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return value < 0 && rounded !== 0n ? `-${shown}` : shown
}
