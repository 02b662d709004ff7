import { describe, expect, test } from 'vitest'
import { parseFormula } from '../../src/2-parse/parse.ts'
import { printFormula } from '../../src/2-parse/print.ts'
import type { Node } from '../../src/2-parse/tree.ts'

const HOME = { row: 4, col: 2, rows: 1_048_576, cols: 16_384 }
const OLD_HOME = { ...HOME, rows: 65_536, cols: 256 }

function parsed(text: string, home = HOME): Node {
  const result = parseFormula(text, { home })
  if (!result.ok) throw new Error(`${text}: ${result.message} at ${result.position}`)
  return result.tree
}

/** The tree with every operation in parentheses, to show the precedence. */
function shape(node: Node): string {
  switch (node.kind) {
    case 'binary':
      return `(${shape(node.left)}${node.operator}${shape(node.right)})`
    case 'unary':
      return `(${node.operator}${shape(node.operand)})`
    case 'percent':
      return `(${shape(node.operand)}%)`
    case 'spill':
      return `(${shape(node.operand)}#)`
    case 'group':
      return shape(node.inner)
    case 'call':
      return `${node.name}(${node.args.map(shape).join(',')})`
    case 'invoke':
      return `${shape(node.callee)}(${node.args.map(shape).join(',')})`
    default:
      return printFormula(node, HOME)
  }
}

describe('operators bind as in Excel', () => {
  test.each([
    ['-2^2', '((-2)^2)'],
    ['2^-2', '(2^(-2))'],
    ['2^3^2', '((2^3)^2)'],
    ['1+2*3', '(1+(2*3))'],
    ['10%%', '((10%)%)'],
    ['-A1%', '((-A1)%)'],
    ['2*5%', '(2*(5%))'],
    ['1&2+3', '(1&(2+3))'],
    ['1=2&3', '(1=(2&3))'],
    ['1<>2<=3', '((1<>2)<=3)'],
    ['A1:B2 B1:C3', '(A1:B2 B1:C3)'],
    ['-A1:A3', '(-A1:A3)'],
    ['A1:INDEX(B:B,3)', '(A1:INDEX(B:B,3))'],
    ['SUM((A1,B1 C1))', 'SUM((A1,(B1 C1)))'],
    ['@A1:A3*2', '((@A1:A3)*2)'],
    ['SUM(A1#)', 'SUM((A1#))'],
    ['1--1', '(1-(-1))'],
  ])('%s', (text, expected) => expect(shape(parsed(text))).toBe(expected))
})

describe('printing gives the formula back', () => {
  test.each([
    'SUM(A1:B2,C:C,1:3,$A$1,A$1,$A1,$A:B,$1:3)',
    "'My ''sheet'!A1:B2",
    "'2019'!A1",
    'Jan:Dec!A1',
    "'Jan 1:Dec 2'!A1:B2",
    'シート!A1&Größe',
    'T[]',
    'T[Col]',
    'T[#Headers]',
    'T[[#Headers],[#Data],[a]]',
    'T[[#This Row],[a]:[b]]',
    '[[#This Row],[Col]]',
    "T[a''b'[c']'#]",
    '{1,-2;"a",#N/A;TRUE,1.5E+30}',
    'LAMBDA(x,[y],x+1)(2)',
    '[1]Sheet1!A1+[1]!Name',
    "'C:\\x\\[Book.xlsx]Sh 1'!A1",
    'IF(A1,,2)+F()',
    '"a""b"&""',
    'IF(#N/A,#DIV/0!,#REF!)',
    'A1:B2 B1:C3',
    'LET(a,1,a+1)',
    'LOG10(5)+TAX2020',
    'SUM((A1,B1))',
    'A1:INDEX(B:B,3)',
    'Sheet1!A1:Sheet1!B2',
    'A1#+@B1:B3',
    "SUM(A1.:B9,$A:.C,'My sheet'!1.:.$9)",
  ])('%s', (text) => {
    expect(printFormula(parsed(text), HOME)).toBe(text)
  })
})

describe('forms of the file format', () => {
  test.each([
    ['_xlfn.ANCHORARRAY(A1)', 'A1#'],
    ['_xlfn._TRO_LEADING(A1:B9)', 'A1.:B9'],
    ['SUM(_xlfn._TRO_TRAILING(Data!$A:$A))', 'SUM(Data!$A:.$A)'],
    ['_xlfn._TRO_ALL(1:9)', '1.:.9'],
    ['_xlfn._TRO_ALL(A1:INDEX(B:B,3))', 'TRIMRANGE(A1:INDEX(B:B,3),3,3)'],
    ['_xlfn._TRO_ALL(A1)', 'TRIMRANGE(A1,3,3)'],
    ['_xlfn.SINGLE(A1:A3)', '@A1:A3'],
    ['_xlfn._xlws.FILTER(A1:A3,B1:B3)', 'FILTER(A1:A3,B1:B3)'],
    ['_xlfn.LET(_xlpm.a,1,_xlpm.a+1)', 'LET(a,1,a+1)'],
    ['_xlfn.LAMBDA(_xlpm.x,_xlop.y,1)', 'LAMBDA(x,[y],1)'],
    // Excel knows no function of that name when it writes this, and does not take it for one of its own later.
    ['_xludf.NA()', '_xludf.NA()'],
    ['T[@Col]', 'T[[#This Row],[Col]]'],
    ['[@[a b]:[c]]', '[[#This Row],[a b]:[c]]'],
    ['#REF!A1+Sheet1!#REF!', '#REF!+#REF!'],
    ['1E+5+1.+.5', '100000+1+0.5'],
    [' A1 *\n( B1 ) ', 'A1*(B1)'],
  ])('%s', (text, expected) => expect(printFormula(parsed(text), HOME)).toBe(expected))
})

test('relative references move with the cell and wrap at the edge of the sheet', () => {
  const tree = parsed('A1+$A$1+B6')
  expect(printFormula(tree, { ...HOME, row: 9, col: 3 })).toBe('B6+$A$1+C11')
  expect(printFormula(tree, { ...HOME, row: 0, col: 0 })).toBe('XFC1048573+$A$1+XFD2')
  expect(printFormula(parsed('A1', OLD_HOME), { ...OLD_HOME, row: 0, col: 0 })).toBe('IU65533')
})

test('beyond the last column of an old file a word is a name', () => {
  expect(parsed('TAX2020', OLD_HOME).kind).toBe('name')
  expect(parsed('TAX2020').kind).toBe('cell')
  expect(parsed('A65537', OLD_HOME).kind).toBe('name')
})

test('R1C1 notation', () => {
  const print = (text: string) => {
    const result = parseFormula(text, { home: HOME, style: 'R1C1' })
    return result.ok ? printFormula(result.tree, HOME) : result.message
  }
  expect(print('R[1]C[-2]')).toBe('A6')
  expect(print('R1C1:R2C3')).toBe('$A$1:$C$2')
  expect(print('SUM(R,C[1],RC)')).toBe('SUM(5:5,D:D,C5)')
  expect(print("'x y'!R2C2")).toBe("'x y'!$B$2")
})

describe('what is no formula is refused with its place', () => {
  test.each([
    ['1+', 2],
    ['SUM(1', 5],
    ['(1', 2],
    ['"abc', 0],
    ["'sheet", 0],
    ['{1,2;3}', 0],
    ['{A1}', 1],
    ['1 2', 2],
    ['A1)', 2],
    ['T[abc', 1],
    ['', 0],
    ['#', 0],
  ])('%s', (text, position) => {
    const result = parseFormula(text, { home: HOME })
    expect(result.ok ? 'parsed' : result.position).toBe(position)
  })

  test('nesting and length have limits', () => {
    expect(parseFormula('('.repeat(5000) + 1 + ')'.repeat(5000), { home: HOME }).ok).toBe(false)
    expect(parseFormula('1'.repeat(100_000), { home: HOME }).ok).toBe(false)
    expect(parseFormula(Array.from({ length: 8000 }, () => '1').join('+'), { home: HOME }).ok).toBe(true)
  })
})
