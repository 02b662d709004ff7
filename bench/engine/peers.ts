import { readFile } from 'node:fs/promises'
import { HyperFormula } from 'hyperformula'
import { initSync, Model } from '@ironcalc/wasm'
import { parseFormula } from '../../packages/compiler/src/2-parse/parse.ts'
import { printFormula } from '../../packages/compiler/src/2-parse/print.ts'
import type { Node } from '../../packages/compiler/src/2-parse/tree.ts'
import type { Cell } from '../../packages/compiler/src/model/cell.ts'
import { ExcelError } from '../../packages/runtime/src/values.ts'
import type { Difference, Input, Measured } from './subject.ts'
import { workMicrosOf } from './timing.ts'

/** Another engine with the same workbook in it. */
export interface Peer {
  readonly name: string
  /** Sets the inputs, computes, and returns the outputs. */
  evaluate(inputs: readonly Input[]): PeerAnswer
  /** A known deviation of the engine from Excel, and which differences it explains. */
  readonly fault?: Fault
}

export interface Fault {
  readonly says: string
  readonly explains: (difference: Difference) => boolean
}

export interface PeerAnswer {
  readonly micros: number
  readonly outputs: readonly unknown[]
}

/** Tolerance where halves are rounded the other way. */
const CENTS = 0.055

function timed(evaluate: () => unknown[]): PeerAnswer {
  let outputs: unknown[] = []
  const micros = workMicrosOf(() => {
    outputs = evaluate()
  })
  return { micros, outputs }
}

function contentOf(
  cell: Cell,
  row: number,
  col: number,
  grid: { rows: number; cols: number },
  suited: (tree: Node) => Node = (tree) => tree,
): string | number | boolean | null {
  if (cell.kind === 'constant') return cell.value instanceof ExcelError ? cell.value.code : cell.value
  const { formula } = cell
  if (formula.kind === 'dataTable') return null
  const parsed = parseFormula(formula.text, { home: { row: formula.row, col: formula.col, ...grid } })
  return `=${parsed.ok ? printFormula(suited(parsed.tree), { row, col, ...grid }) : formula.text}`
}

/** HyperFormula reads the single index in INDEX(A1:D1,3) as a row, Excel as a column: write the row out. */
function withRowsNamed(node: Node): Node {
  switch (node.kind) {
    case 'call': {
      const args = node.args.map(withRowsNamed)
      const [range, place] = args
      const isLone = node.name === 'INDEX' && args.length === 2 && range?.kind === 'area' && isOneRow(range)
      if (!isLone || !place) return { ...node, args }
      const first: Node = { kind: 'number', value: 1, start: place.start, end: place.start }
      return { ...node, args: [range, first, place] }
    }
    case 'binary':
      return { ...node, left: withRowsNamed(node.left), right: withRowsNamed(node.right) }
    case 'unary':
    case 'percent':
      return { ...node, operand: withRowsNamed(node.operand) }
    case 'group':
      return { ...node, inner: withRowsNamed(node.inner) }
    default:
      return node
  }
}

function isOneRow({ from, to }: Extract<Node, { kind: 'area' }>): boolean {
  return from.row.relative === to.row.relative && from.row.value === to.row.value
}

export function hyperFormula({ bound, ports }: Pick<Measured, 'bound' | 'ports'>): Peer {
  const { workbook } = bound
  const sheets = Object.fromEntries(
    workbook.sheets.map((sheet) => {
      const rows: (string | number | boolean | null)[][] = Array.from(
        { length: (sheet.used?.bottom ?? -1) + 1 },
        () => [],
      )
      sheet.cells.forEach((row, col, cell) => {
        const list = rows[row] as (string | number | boolean | null)[]
        while (list.length <= col) list.push(null)
        list[col] = contentOf(cell, row, col, workbook.grid, withRowsNamed)
      })
      return [sheet.name, rows]
    }),
  )
  const engine = HyperFormula.buildFromSheets(
    sheets,
    // Arithmetic with ranges, as in SUMPRODUCT((A1:A9+B1:B9)*C1:C9), is an option.
    { licenseKey: 'gpl-v3', maxRows: 1_048_576, maxColumns: 16_384, useArrayArithmetic: true },
    // HyperFormula knows TRUE and FALSE as functions only.
    [
      { name: 'TRUE', expression: '=TRUE()' },
      { name: 'FALSE', expression: '=FALSE()' },
      ...workbook.names.map(({ name, text }) => ({ name, expression: `=${text}` })),
    ],
  )
  const addresses = (list: typeof ports.inputs) =>
    list.map(({ sheet, row, col }) => ({ sheet: engine.getSheetId(workbook.sheets[sheet]?.name ?? '') ?? 0, row, col }))
  const [inputs, outputs] = [addresses(ports.inputs), addresses(ports.outputs)]
  return {
    name: 'HyperFormula',
    evaluate: (values) =>
      timed(() => {
        engine.batch(() => inputs.forEach((address, i) => engine.setCellContents(address, [[values[i] ?? null]])))
        return outputs.map((address) => engine.getCellValue(address))
      }),
  }
}

export async function ironCalc({ bound, ports }: Pick<Measured, 'bound' | 'ports'>): Promise<Peer> {
  const { workbook } = bound
  const binary = await readFile(new URL('../node_modules/@ironcalc/wasm/wasm_bg.wasm', import.meta.url))
  initSync({ module: binary })
  const model = new Model('bench', 'en', 'UTC', 'en')
  model.pauseEvaluation()
  workbook.sheets.forEach((sheet, i) => {
    if (i > 0) model.newSheet()
    model.renameSheet(i, sheet.name)
  })
  for (const { name, text } of workbook.names) model.newDefinedName(name, undefined, text)
  workbook.sheets.forEach((sheet, i) =>
    sheet.cells.forEach((row, col, cell) => {
      const content = contentOf(cell, row, col, workbook.grid)
      if (content !== null) model.setUserInput(i, row + 1, col + 1, String(content))
    }),
  )
  // IronCalc returns results only as formatted text, and formats some as currency: format outputs with many digits.
  for (const { sheet, row, col } of ports.outputs) {
    const area = { sheet, row: row + 1, column: col + 1, width: 1, height: 1 }
    model.updateRangeStyle(area, 'num_fmt', '0.00000000000000')
  }
  const fault = roundingFault(workbook)
  return {
    name: 'IronCalc',
    ...(fault ? { fault } : {}),
    evaluate: (values) =>
      timed(() => {
        ports.inputs.forEach(({ sheet, row, col }, i) => model.setUserInput(sheet, row + 1, col + 1, String(values[i])))
        model.evaluate()
        return ports.outputs.map(({ sheet, row, col }) => model.getFormattedCellValue(sheet, row + 1, col + 1))
      }),
  }
}

/**
 * Excel rounds up a half that is stored a little below it: in workbooks that round, some results are a few cents apart.
 */
function roundingFault(workbook: Measured['bound']['workbook']): Fault | undefined {
  const isRounding = workbook.sheets.some((sheet) => {
    let found = false
    sheet.cells.forEach((_, __, cell) => {
      found ||= cell.kind === 'formula' && cell.formula.kind !== 'dataTable' && cell.formula.text.includes('ROUND(')
    })
    return found
  })
  if (!isRounding) return undefined
  const probe = new Model('probe', 'en', 'UTC', 'en')
  probe.setUserInput(0, 1, 1, '=ROUND(1.005,2)')
  probe.evaluate()
  const rounded = probe.getFormattedCellValue(0, 1, 1)
  if (Number(rounded) === 1.01) return undefined
  return {
    says: `its ROUND(1.005,2) is ${rounded}, Excel's 1.01`,
    explains: ({ given, expected }) => typeof expected === 'number' && Math.abs(Number(given) - expected) < CENTS,
  }
}
