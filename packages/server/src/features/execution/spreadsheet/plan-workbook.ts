import { detectFormat } from '@sheetwright/compiler/1-read/detect-format.ts'
import { readWorkbook } from '@sheetwright/compiler/1-read/read-workbook.ts'
import { parseFormula } from '@sheetwright/compiler/2-parse/parse.ts'
import { printFormula } from '@sheetwright/compiler/2-parse/print.ts'
import type { Node } from '@sheetwright/compiler/2-parse/tree.ts'
import { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import { findPorts } from '@sheetwright/compiler/3-bind/ports/find-ports.ts'
import { type MarkedInterface, withMarkedPorts } from '@sheetwright/compiler/3-bind/ports/marked-ports.ts'
import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import { Diagnostics } from '@sheetwright/compiler/diagnostics/diagnostics.ts'
import type { Workbook } from '@sheetwright/compiler/model/workbook.ts'
import { enginePorts } from '@sheetwright/compiler/run/compile-engine.ts'
import { formulaName } from '@sheetwright/runtime/engine/formula-name.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { findNeeds } from './find-needs.ts'
import { type SpreadsheetPlan, xlsxFilter } from './spreadsheet-plan.ts'

/** Reads a workbook and finds out what LibreOffice has to be told and asked about it. */
export async function planWorkbook(bytes: Uint8Array, marks: MarkedInterface | undefined): Promise<SpreadsheetPlan> {
  const { workbook: read } = await readWorkbook(bytes)
  if (read === null) throw new Error('The workbook can no longer be read')
  const workbook = marks === undefined ? read : withMarkedPorts(read, marks)
  const bound = new BoundWorkbook(workbook, functions)
  const declared = findPorts(bound, new Diagnostics())
  const ports = enginePorts(bound, declared)
  const lists = listNames(declared)
  return {
    filter: filterOf(bytes),
    sheetNames: workbook.sheets.map(({ name }) => name),
    date1904: workbook.date1904,
    iterates: workbook.calculation.iterate,
    limits: ports.formulas.map((formula) => limitOf(workbook, formula, lists.has(formula.name))),
    ...findNeeds(bound, [...ports.outputs, ...ports.formulas]),
  }
}

/** Said outright, so that LibreOffice takes a file for nothing else than we did. */
function filterOf(bytes: Uint8Array): string | null {
  switch (detectFormat(bytes).kind) {
    case 'zip':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('xl/workbook.bin')
        ? 'Calc MS Excel 2007 Binary'
        : xlsxFilter
    case 'compound':
      return 'MS Excel 97'
    default:
      return null
  }
}

type Formula = ReturnType<typeof enginePorts>['formulas'][number]

/** The text as it would stand in the cell that it validates. */
function limitOf(
  { grid }: Workbook,
  { name, text, home, sheet, row, col }: Formula,
  isList: boolean,
): SpreadsheetPlan['limits'][number] {
  const parsed = parseFormula(text, { home: { row: home.row, col: home.col, ...grid } })
  if (!parsed.ok) return { name, sheet, text, isList }
  const constant = constantOf(parsed.tree)
  return {
    name,
    sheet,
    text: printFormula(parsed.tree, { row, col, ...grid }),
    isList,
    ...(constant === undefined ? {} : { constant }),
  }
}

/** Formulas whose every value counts, and not one alone. */
function listNames({ inputs, subservices }: WorkbookInterface): ReadonlySet<string> {
  const names = new Set<string>()
  for (const port of [...inputs, ...subservices.flatMap((one) => one.inputs)]) {
    if (port.shape === 'cell' && port.validation?.rule.type === 'list') names.add(formulaName(port, 'formula1'))
  }
  return names
}

function constantOf(node: Node): number | string | boolean | undefined {
  if (node.kind === 'number' || node.kind === 'text' || node.kind === 'boolean') return node.value
  if (node.kind !== 'unary' || node.operator !== '-') return undefined
  const inner = constantOf(node.operand)
  return typeof inner === 'number' ? -inner : undefined
}
