import { storableText } from '../../platform/db/storable-text.ts'
import { inputsOf, outputsOf, recordsOf } from './travelled-values.ts'
import type { CallTexts } from './call-head.ts'
import { mask } from './mask-call.ts'

/** A value sent or received, as it is counted: a number only as its bucket, never exactly. */
export interface CountedValue {
  readonly direction: 'input' | 'output'
  readonly name: string
  readonly kind: 'number' | 'text' | 'date' | 'boolean' | 'blank'
  readonly bucket: string
}

/** The most records of a batch that are read. */
const mostRecords = 20
const mostNames = 200
const longestName = 100
/** Longer texts are rarely one of a few choices, and may hold personal data. */
const longestText = 40

/** The scalar values of a call; tables and masked values are left out. */
export function valuesOfCall({ request, response }: CallTexts): CountedValue[] {
  const inputs = recordsOf(inputsOf(parsed(request)))
  const outputs = outputsOf(parsed(response))
  return [
    ...inputs.slice(0, mostRecords).flatMap((record) => valuesOf('input', record)),
    ...(Array.isArray(outputs) ? outputs : [outputs])
      .slice(0, mostRecords)
      .flatMap((record) => valuesOf('output', record)),
  ]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function valuesOf(direction: CountedValue['direction'], record: unknown): CountedValue[] {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return []
  return Object.entries(record)
    .slice(0, mostNames)
    .flatMap(([name, value]: [string, unknown]) => {
      const counted = bucketOf(value)
      if (counted === undefined || name.length > longestName) return []
      return [{ direction, name: storableText(name), ...counted }]
    })
}

export function bucketOf(value: unknown): Pick<CountedValue, 'kind' | 'bucket'> | undefined {
  if (value === null || value === '') return { kind: 'blank', bucket: '' }
  if (typeof value === 'boolean') return { kind: 'boolean', bucket: String(value) }
  if (typeof value === 'number')
    return Number.isFinite(value) ? { kind: 'number', bucket: leadingDigit(value) } : undefined
  if (typeof value !== 'string' || value === mask) return undefined
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return { kind: 'date', bucket: value.slice(0, 7) }
  return { kind: 'text', bucket: value.length > longestText ? '…' : storableText(value) }
}

/** 37 and 31.5 are both in the bucket 30, -250 is in -200, 0.0123 in 0.01. */
function leadingDigit(value: number): string {
  if (value === 0) return '0'
  const [digits = '', exponent = '0'] = Math.abs(value).toExponential(14).split('e')
  const bound = Number(`${digits.slice(0, 1)}e${exponent}`)
  return String(value < 0 ? -bound : bound)
}
