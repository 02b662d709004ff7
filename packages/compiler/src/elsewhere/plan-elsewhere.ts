import { formulaName } from '@sheetwright/runtime/engine/formula-name.ts'
import { parseFormula } from '../2-parse/parse.ts'
import { printFormula } from '../2-parse/print.ts'
import type { Node } from '../2-parse/tree.ts'
import type { WorkbookInterface } from '../3-bind/ports/interface.ts'
import type { Workbook } from '../model/workbook.ts'
import type { OpenedWorkbook } from '../open-workbook.ts'
import { enginePorts } from '../run/engine-ports.ts'
import { findNeeds, type Needs } from './find-needs.ts'

/** A limit or list of an input's data validation. */
interface ValidationLimit {
  /** The name that `formulaName` makes. */
  readonly name: string
  readonly sheet: number
  readonly text: string
  readonly isList: boolean
  /** The value of a limit that is a literal. */
  readonly constant?: number | string | boolean
}

/** What another spreadsheet program must be told and asked before it computes a workbook. */
export interface ElsewherePlan extends Needs {
  readonly limits: ValidationLimit[]
}

export function planElsewhere({ bound, ports: declared }: OpenedWorkbook): ElsewherePlan {
  const ports = enginePorts(bound, declared)
  const lists = listNames(declared)
  return {
    limits: ports.formulas.map((formula) => limitOf(bound.workbook, formula, lists.has(formula.name))),
    ...findNeeds(bound, [...ports.outputs, ...ports.formulas]),
  }
}

type Formula = ReturnType<typeof enginePorts>['formulas'][number]

/** The text as written in the validated cell. */
function limitOf({ grid }: Workbook, { name, text, home, sheet, row, col }: Formula, isList: boolean): ValidationLimit {
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

/** Formulas of which all values count, not just one. */
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
