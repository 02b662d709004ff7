import type { PolicyLayout } from '@sheetwright/contract/ingenium/mapping.ts'
import { packDecimal, zoneDecimal } from '../encoding/decimals.ts'
import { codecOf } from '../encoding/text-codec.ts'
import { RejectedRecord } from '../mapping/apply-rule.ts'

/** Writes records in a layout. Throws `RejectedRecord` for values that do not fit a field or its encoding. */
export interface RecordWriter {
  readonly opening: Buffer
  readonly closing: Buffer
  write(values: readonly string[]): Buffer | string
}

const nothing = Buffer.alloc(0)

export function recordWriter(layout: PolicyLayout): RecordWriter {
  switch (layout.format) {
    case 'csv':
      return csvWriter(layout)
    case 'fixed':
      return fixedWriter(layout)
    case 'xml':
      return xmlWriter(layout)
    default:
      return layout satisfies never
  }
}

function endOf({ lineEnd }: { readonly lineEnd: 'lf' | 'crlf' }): string {
  return lineEnd === 'lf' ? '\n' : '\r\n'
}

/** Text for UTF-8 is passed on unchanged. */
function encoderOf({ encoding }: Pick<PolicyLayout, 'encoding'>) {
  const codec = codecOf(encoding)
  return (text: string): Buffer => {
    const bytes = codec.encode(text)
    if (bytes !== undefined) return bytes
    const lacking = Array.from(text).find((letter) => codec.encode(letter) === undefined) ?? ''
    throw new RejectedRecord(`${encoding} has no character "${lacking}"`)
  }
}

function csvWriter(layout: Extract<PolicyLayout, { format: 'csv' }>): RecordWriter {
  const { delimiter, quote, encoding } = layout
  const end = endOf(layout)
  const encode = encoderOf(layout)
  const isUtf8 = encoding === 'utf-8'
  const field = (value: string) => {
    const needs =
      value.includes(delimiter) ||
      value.includes('\n') ||
      value.includes('\r') ||
      (quote !== '' && value.includes(quote))
    if (!needs) return value
    if (quote === '') throw new RejectedRecord(`"${value}" holds a delimiter or line end, and the layout has no quotes`)
    return quote + value.replaceAll(quote, quote + quote) + quote
  }
  const line = (values: readonly string[]) => values.map(field).join(delimiter) + end
  return {
    opening: layout.header ? encode(line(layout.fields.map(({ name }) => name))) : nothing,
    closing: nothing,
    write: (values) => (isUtf8 ? line(values) : encode(line(values))),
  }
}

function fixedWriter(layout: Extract<PolicyLayout, { format: 'fixed' }>): RecordWriter {
  const { recordLength, fields, encoding } = layout
  const codec = codecOf(encoding)
  const encode = encoderOf(layout)
  const isEbcdic = codec.space === 0x40
  const width = recordLength ?? Math.max(...fields.map(({ start, length }) => start + length - 1))
  const end = recordLength === null ? (isEbcdic ? Buffer.from([0x15]) : encode(endOf(layout))) : nothing
  return {
    opening: nothing,
    closing: nothing,
    write: (values) => {
      const record = Buffer.alloc(width, codec.space)
      for (const [i, { name, start, length, type, decimals }] of fields.entries()) {
        const value = values[i] ?? ''
        const bytes =
          type === 'text'
            ? encode(value)
            : type === 'packed'
              ? packDecimal(value === '' ? '0' : value, length, decimals)
              : zoneDecimal(value === '' ? '0' : value, length, decimals, isEbcdic)
        if (bytes === undefined)
          throw new RejectedRecord(`${name}: "${value}" is no decimal of ${length} bytes with ${decimals} decimals`)
        if (bytes.length > length) throw new RejectedRecord(`${name}: "${value}" is longer than ${length} bytes`)
        bytes.copy(record, start - 1)
      }
      return end.length === 0 ? record : Buffer.concat([record, end])
    },
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

function xmlWriter(layout: Extract<PolicyLayout, { format: 'xml' }>): RecordWriter {
  const { root, record, fields, encoding } = layout
  const encode = encoderOf(layout)
  const isUtf8 = encoding === 'utf-8'
  const text = (value: string) => {
    const isControl = (unit: number) => unit < 0x20 && unit !== 9 && unit !== 10 && unit !== 13
    for (let i = 0; i < value.length; i++) {
      if (isControl(value.charCodeAt(i))) throw new RejectedRecord('XML has no such control character')
    }
    return value.replaceAll(/[&<>\r]/g, (found) => entities[found] ?? found)
  }
  const declared = encoding === 'cp037' ? 'IBM037' : encoding === 'cp930' ? 'IBM930' : encoding
  return {
    opening: encode(`<?xml version="1.0" encoding="${declared}"?>\n<${root}>\n`),
    closing: encode(`</${root}>\n`),
    write: (values) => {
      const inner = fields.map(({ element }, i) => `<${element}>${text(values[i] ?? '')}</${element}>`).join('')
      const line = `<${record}>${inner}</${record}>\n`
      return isUtf8 ? line : encode(line)
    },
  }
}
