import type { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import { findPorts } from '@sheetwright/compiler/3-bind/ports/find-ports.ts'
import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import type { Diagnostics } from '@sheetwright/compiler/diagnostics/diagnostics.ts'
import type { DefinedName } from '@sheetwright/compiler/model/workbook.ts'
import { UsageProblem } from './command-line.ts'

/**
 * The workbook's own interface together with ports given on the command line as `name=Sheet1!B2`, which are declared as if
 * the workbook held a defined name for them.
 */
export function portsWith(
  bound: BoundWorkbook,
  inputs: readonly string[],
  outputs: readonly string[],
  diagnostics: Diagnostics,
): { readonly bound: BoundWorkbook; readonly ports: WorkbookInterface } {
  if (inputs.length + outputs.length === 0) return { bound, ports: findPorts(bound, diagnostics) }
  const names = [...inputs.map((text) => adHoc('Xinput_', text)), ...outputs.map((text) => adHoc('Xoutput_', text))]
  const extended = bound.withNames(names)
  return { bound: extended, ports: findPorts(extended, diagnostics) }
}

function adHoc(prefix: string, text: string): DefinedName {
  const equals = text.indexOf('=')
  const reference = text.slice(equals + 1).replace(/^=/, '')
  if (equals <= 0 || !reference.includes('!')) {
    throw new UsageProblem(`"${text}" is not a port; write name=Sheet1!B2.`)
  }
  // Relative corners of a name are seen from A1, where they mean the same cells.
  return {
    name: prefix + text.slice(0, equals),
    sheet: undefined,
    text: reference,
    comment: undefined,
    hidden: false,
    macro: 'none',
  }
}
