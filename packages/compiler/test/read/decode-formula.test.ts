import { expect, test } from 'vitest'
import { decodeFormula, type FormulaLayout } from '../../src/1-read/biff/decode-formula.ts'
import { biff5Layout, biff8Layout, biff12Layout } from '../../src/1-read/biff/operands.ts'
import { type BinaryNames, formulaScope } from '../../src/1-read/biff/scope.ts'
import { f64, join, u8, u16, u32 } from './binary-builder.ts'

const all: BinaryNames = {
  sheets: ['Data', "Bob's", 'Q1', 'Jan'],
  books: [
    { kind: 'self' },
    {
      kind: 'external',
      number: 1,
      sheets: ['Rates 2', 'X'],
      names: [
        { name: 'base', sheet: undefined },
        { name: 'top', sheet: 1 },
        { name: "it's, odd", sheet: undefined },
      ],
    },
    { kind: 'addIn', names: [{ name: 'EDATE', sheet: undefined }] },
  ],
  links: [
    { book: 0, first: 1, last: 1 },
    { book: 0, first: 0, last: 3 },
    { book: 1, first: 0, last: 0 },
    { book: 2, first: -2, last: -2 },
    { book: 0, first: -1, last: -1 },
    { book: 0, first: 2, last: 2 },
  ],
  names: [
    { name: '_xlfn.XLOOKUP', sheet: undefined },
    { name: 'rate', sheet: 0 },
    { name: 'other', sheet: 1 },
  ],
  tables: new Map([[7, { name: 'Sales', columns: ['Item', 'Net #', 'Tax'] }]]),
}

const REL = 0xc000
const scope = formulaScope(all, 0)
const cell = { row: 9, col: 3 }
const int = (value: number) => join(u8(0x1e), u16(value))
const call = (count: number, number: number) => join(u8(0x42, count), u16(number))

function textOf(layout: FormulaLayout, tokens: Buffer, extra: Buffer = Buffer.alloc(0)): string {
  const decoded = decodeFormula(tokens, extra, cell, layout, scope)
  return decoded.kind === 'text'
    ? decoded.text
    : `${decoded.kind} ${decoded.kind === 'unreadable' ? decoded.reason : JSON.stringify(decoded.cell)}`
}

const shared8 = (row: number, col: number, flags = REL) => join(u8(0x4c), u16(row, (col & 0xff) | flags))

test.each<[string, Buffer, Buffer?]>([
  ['(1+2)*3', join(int(1), int(2), u8(0x03), u8(0x15), int(3), u8(0x05))],
  ['-2^2', join(int(2), u8(0x13), int(2), u8(0x07))],
  ['50%', join(int(50), u8(0x14))],
  ['"a""b"&"ü"', join(u8(0x17, 3, 0), Buffer.from('a"b'), u8(0x17, 1, 1), Buffer.from('ü', 'utf16le'), u8(0x08))],
  ['1.5E+300', join(u8(0x1f), f64(1.5e300))],
  [
    'IF(TRUE,#N/A,)',
    join(u8(0x1d, 1), u8(0x19, 0x02, 5, 0), u8(0x1c, 0x2a), u8(0x19, 0x08, 0, 0), u8(0x16), call(3, 1)),
  ],
  ['SUM(A1:$B2)', join(u8(0x25), u16(0, 1, 0 | REL, 1 | 0x8000), u8(0x19, 0x10, 0, 0))],
  ['$C$4', join(u8(0x44), u16(3, 2))],
  ['A:B', join(u8(0x25), u16(0, 65_535, 0 | REL, 1 | REL))],
  ['$2:3', join(u8(0x25), u16(1, 2, 0x4000, 255 | REL))],
  ['A1 B2,C3', join(u8(0x24), u16(0, REL), u8(0x24), u16(1, 1 | REL), u8(0x0f), u8(0x24), u16(2, 2 | REL), u8(0x10))],
  ['PI()+TODAY()', join(u8(0x21), u16(19), u8(0x21), u16(221), u8(0x03))],
  ["'Bob''s'!$A$1", join(u8(0x3a), u16(0), u16(0, 0))],
  ['Data:Jan!B2:C3', join(u8(0x3b), u16(1), u16(1, 2, 1 | REL, 2 | REL))],
  ["'Q1'!A1", join(u8(0x3a), u16(5), u16(0, REL))],
  ["'[1]Rates 2'!A1", join(u8(0x3a), u16(2), u16(0, REL))],
  ['#REF!', join(u8(0x3a), u16(4), u16(0, REL))],
  ['#REF!+#REF!', join(u8(0x2a), u32(0), u8(0x2b), u32(0, 0), u8(0x03))],
  ['_xlfn.XLOOKUP(1)', join(u8(0x23), u32(1), int(1), call(2, 255))],
  ["rate*'Bob''s'!other", join(u8(0x23), u32(2), u8(0x23), u32(3), u8(0x05))],
  ['[1]!base+[1]X!top', join(u8(0x39), u16(2), u32(1), u8(0x39), u16(2), u32(2), u8(0x03))],
  ["[1]!'it''s, odd'", join(u8(0x39), u16(2), u32(3))],
  ['EDATE(1,2)', join(u8(0x39), u16(3), u32(1), int(1), int(2), call(3, 255))],
  [
    '{1,"x";TRUE,#N/A}',
    join(u8(0x60), Buffer.alloc(7)),
    join(
      u8(1),
      u16(1),
      u8(1),
      f64(1),
      u8(2),
      u16(1),
      u8(0),
      Buffer.from('x'),
      u8(4, 1),
      Buffer.alloc(7),
      u8(0x10, 0x2a),
      Buffer.alloc(7),
    ),
  ],
  ['C10', shared8(0, -1)],
  ['IU10', shared8(0, -5)],
  ['D65535', shared8(-11, 0)],
  ['$A$1', shared8(0, 0, 0)],
  [
    'CHOOSE(1,2,3)',
    join(
      int(1),
      u8(0x19, 0x04),
      u16(2, 0, 0, 0),
      int(2),
      u8(0x19, 0x08, 0, 0),
      int(3),
      u8(0x19, 0x08, 0, 0),
      call(3, 100),
    ),
  ],
  [
    'SUM((A1,B2))',
    join(u8(0x26), u32(0), u16(13), u8(0x24), u16(0, REL), u8(0x24), u16(1, 1 | REL), u8(0x10, 0x15), call(1, 4)),
    join(u16(1), u16(0, 0, 0, 0)),
  ],
  ['XLM.COMMAND.3(1)', join(int(1), call(1, 0x8003))],
  ['master {"row":4,"col":1}', join(u8(0x01), u16(4, 1))],
  ['unreadable token 27', u8(0x1b)],
  ['unreadable a value is missing', u8(0x03)],
  ['unreadable values are left over', join(int(1), int(2))],
  ['unreadable an argument is missing', call(9, 4)],
  ['unreadable a record ends too early', u8(0x1e, 1)],
  ['unreadable an unknown name', join(u8(0x23), u32(99))],
  ['unreadable labels used as references', u8(0x18, 0x02)],
])('Excel 97: %s', (text, tokens, extra) => {
  expect(textOf(biff8Layout, tokens, extra)).toBe(text)
})

test.each<[string, Buffer, Buffer?]>([
  ['B1048576:$XFD$7', join(u8(0x25), u32(1_048_575, 6), u16(1 | REL, 16_383))],
  ['A:A', join(u8(0x25), u32(0, 1_048_575), u16(REL, REL))],
  ['D9', join(u8(0x4c), u32(-1), u16(REL))],
  ['D1048576', join(u8(0x4c), u32(-10), u16(REL))],
  ['XFC10', join(u8(0x4c), u32(0), u16((-5 & 0x3fff) | REL))],
  ['"漢"', join(u8(0x17), u16(1), Buffer.from('漢', 'utf16le'))],
  ['{1,2}', join(u8(0x20), Buffer.alloc(14)), join(u32(1, 2), u8(0), f64(1), u8(0), f64(2))],
  [
    '{"a";FALSE;#REF!}',
    join(u8(0x20), Buffer.alloc(14)),
    join(u32(3, 1), u8(1), u16(1), u8(97, 0), u8(2, 0), u8(4, 0x17, 0, 0, 0)),
  ],
  ["Sales[[#This Row],[Net '#]]", join(u8(0x18, 0x19), u16(0, 0x41), u32(7), u16(1, 1))],
  ['unreadable an array constant of impossible size', join(u8(0x20), Buffer.alloc(14)), u32(0xffffffff, 0)],
  ['unreadable an array constant of impossible size', join(u8(0x20), Buffer.alloc(14)), u32(70_000, 70_000)],
  ['Sales[Item]', join(u8(0x18, 0x19), u16(0, 0x01), u32(7), u16(0, 0))],
  ['Sales[[Item]:[Tax]]', join(u8(0x18, 0x19), u16(0, 0x02), u32(7), u16(0, 2))],
  ['Sales[#All]', join(u8(0x18, 0x19), u16(0, 0x04), u32(7), u16(0, 0))],
  ['Sales[]', join(u8(0x18, 0x19), u16(0, 0x00), u32(7), u16(0, 0))],
  ['unreadable a table reference that cannot be resolved', join(u8(0x18, 0x19), u16(0, 0x01), u32(8), u16(0, 0))],
  ['master {"row":70000,"col":300}', join(u8(0x01), u32(70_000)), u32(300)],
  ['IFERROR(1,2)', join(int(1), int(2), u8(0x41), u16(480))],
])('Excel 2007 binary: %s', (text, tokens, extra) => {
  expect(textOf(biff12Layout, tokens, extra)).toBe(text)
})

test.each<[string, Buffer, Buffer?]>([
  ['B$3', join(u8(0x24), u16(2 | 0x4000), u8(1))],
  ['A1:$B$2', join(u8(0x25), u16(0 | REL, 1), u8(0, 1))],
  ['D9', join(u8(0x4c), u16((-1 & 0x3fff) | REL), u8(0))],
  ['Data!A1', join(u8(0x3a), u16(-1), Buffer.alloc(8), u16(0, 0), u16(REL), u8(0))],
  ['"é"', join(u8(0x17, 1), u8(0xe9))],
  ['rate', join(u8(0x23), u16(2), Buffer.alloc(12))],
])('Excel 95: %s', (text, tokens, extra) => {
  const layout = biff5Layout((bytes) => bytes.toString('latin1'))
  expect(textOf(layout, tokens, extra)).toBe(text)
})
