import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { policyLayout, type PolicyLayout } from '@sheetwright/contract/ingenium/mapping.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  packDecimal,
  unpackDecimal,
  unzoneDecimal,
  zoneDecimal,
} from '../../src/features/ingenium/encoding/decimals.ts'
import { codecOf } from '../../src/features/ingenium/encoding/text-codec.ts'
import { openExtract } from '../../src/features/ingenium/layout/open-extract.ts'
import { beginning, type RawRecord } from '../../src/features/ingenium/layout/raw-record.ts'
import { recordWriter } from '../../src/features/ingenium/layout/write-record.ts'

async function recordsOf(layout: PolicyLayout, bytes: Buffer): Promise<RawRecord[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'policies-test-'))
  try {
    await writeFile(path.join(folder, 'extract'), bytes)
    const reader = await openExtract(folder, 'extract', layout)
    const records: RawRecord[] = []
    for (let from = beginning, isEnd = false; !isEnd; ) {
      const piece = await reader.read(from)
      records.push(...piece.records)
      from = piece.next
      isEnd = piece.isEnd
    }
    await reader.close()
    return records
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function written(layout: PolicyLayout, rows: readonly (readonly string[])[]): Buffer {
  const writer = recordWriter(layout)
  return Buffer.concat([writer.opening, ...rows.map((row) => Buffer.from(writer.write(row) as Buffer)), writer.closing])
}

describe('decimals of mainframes', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 4 }))
    .map(([units, decimals]) => {
      const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
      const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
      return { text: units < 0n ? `-${text}` : text, decimals }
    })

  it('come back as they were packed or zoned', () => {
    fc.assert(
      fc.property(decimal, fc.boolean(), ({ text, decimals }, isEbcdic) => {
        expect(unpackDecimal(packDecimal(text, 9, decimals) ?? Buffer.alloc(0), decimals)).toBe(text)
        expect(unzoneDecimal(zoneDecimal(text, 17, decimals, isEbcdic) ?? Buffer.alloc(0), decimals, isEbcdic)).toBe(
          text,
        )
      }),
    )
  })

  it('are the bytes that a mainframe writes', () => {
    expect(packDecimal('-123.45', 3, 2)?.toString('hex')).toBe('12345d')
    expect(unpackDecimal(Buffer.from('12345f', 'hex'), 2)).toBe('123.45')
    expect(unpackDecimal(Buffer.from('1a345c', 'hex'), 2)).toBeUndefined()
    expect(zoneDecimal('-12', 3, 0, true)?.toString('hex')).toBe('f0f1d2')
    expect(unzoneDecimal(Buffer.from('01K'), 0, false)).toBe('-12')
    expect(packDecimal('1234', 2, 0)).toBeUndefined()
    expect(packDecimal('1.234', 4, 2)).toBeUndefined()
  })
})

describe('encodings', () => {
  it('have the bytes that others write', () => {
    expect(codecOf('cp037').encode('Policy-1')?.toString('hex')).toBe('d796938983a860f1')
    expect(codecOf('cp930').encode('保険')?.toString('hex')).toBe('0e45aa4a6c0f')
    expect(codecOf('shift_jis').encode('保険')?.toString('hex')).toBe('95db8caf')
    expect(codecOf('shift_jis').encode('😀')).toBeUndefined()
    expect(codecOf('cp037').encode('保')).toBeUndefined()
  })

  it.each(['shift_jis', 'euc-jp', 'cp930'] as const)('%s keeps Japanese', (encoding) => {
    const codec = codecOf(encoding)
    const text = '契約者ヤマダ ﾔﾏﾀﾞ 保険料、ABC 123'
    const bytes = codec.encode(text)
    expect(bytes && codec.decode(bytes)).toBe(text)
  })
})

describe('layouts', () => {
  const rows = [
    ['P1', '契約「甲」', '12.50'],
    ['P2', 'two "words", and\na line', '-3'],
    ['P3', '', '0'],
  ]
  const names = [{ name: 'id' }, { name: 'text' }, { name: 'amount' }]
  const fieldsOf = (records: readonly RawRecord[]) => records.map(({ fields }) => [...fields])

  it.each(['utf-8', 'utf-16le', 'shift_jis', 'euc-jp', 'cp930'] as const)('are read as CSV in %s', async (encoding) => {
    for (const header of [true, false]) {
      const layout = policyLayout.parse({ format: 'csv', encoding, delimiter: '|', header, fields: names })
      const records = await recordsOf(layout, written(layout, rows))
      expect(fieldsOf(records)).toEqual(rows)
      expect(records.map(({ line }) => line)).toEqual(header ? [2, 3, 5] : [1, 2, 4])
    }
  })

  it('say which lines have other fields than the first', async () => {
    const layout = policyLayout.parse({ format: 'csv', delimiter: ';', fields: [{ name: 'b' }] })
    const records = await recordsOf(layout, Buffer.from('a;b\r\n1;2\r\n\r\n3\r\n4;5'))
    expect(records.map(({ fields, problem, line }) => [fields[0], problem, line])).toEqual([
      ['2', undefined, 2],
      [undefined, 'has 1 fields instead of 2', 4],
      ['5', undefined, 5],
    ])
  })

  it.each(['cp037', 'cp930', 'shift_jis', 'utf-8'] as const)(
    'are read at fixed bytes in %s, packed decimals too',
    async (encoding) => {
      for (const recordLength of [null, 60]) {
        const layout = policyLayout.parse({
          format: 'fixed',
          encoding,
          recordLength,
          fields: [
            { name: 'id', start: 1, length: 10 },
            { name: 'amount', start: 11, length: 5, type: recordLength === null ? 'zoned' : 'packed', decimals: 2 },
            { name: 'text', start: 21, length: 30 },
          ],
        })
        const some = [
          ['P1', '123.45', encoding === 'cp037' ? 'abc' : '保険ABC'],
          ['P2', '-0.01', ''],
        ]
        expect(fieldsOf(await recordsOf(layout, written(layout, some)))).toEqual(some)
      }
    },
  )

  it('are read as XML', async () => {
    const fields = names.map(({ name }) => ({ name, element: name }))
    const layout = policyLayout.parse({ format: 'xml', encoding: 'shift_jis', record: 'policy', fields })
    expect(fieldsOf(await recordsOf(layout, written(layout, rows)))).toEqual(rows)
    const hostile = Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><x><policy/></x>')
    await expect(recordsOf({ ...layout, encoding: 'utf-8' }, hostile)).rejects.toThrow('document type')
  })

  it('give the same records whatever the size of the pieces that are read', async () => {
    const layout = policyLayout.parse({ format: 'csv', fields: [{ name: 'a' }, { name: 'b' }] })
    const many = Array.from({ length: 60_000 }, (_, i) => [
      String(i),
      i % 97 === 0 ? `line\n${i}, "x"` : `text ${i} is plain`,
    ])
    const records = await recordsOf(layout, written(layout, many))
    expect(fieldsOf(records)).toEqual(many)
    expect(records.at(-1)?.line).toBe(1 + many.reduce((lines, [, b = '']) => lines + b.split('\n').length, 0))
  })
})
