import type { DefinedName } from '@sheetwright/compiler/model.ts'
import { UsageProblem } from './command-line.ts'

/** Ports given on the command line as `name=Sheet1!B2`. */
export interface AdHocPorts {
  readonly inputs?: readonly string[] | undefined
  readonly outputs?: readonly string[] | undefined
}

/** The names that would declare these ports in a workbook. */
export function namesOf({ inputs = [], outputs = [] }: AdHocPorts): DefinedName[] {
  return [...inputs.map((text) => adHoc('Xinput_', text)), ...outputs.map((text) => adHoc('Xoutput_', text))]
}

function adHoc(prefix: string, text: string): DefinedName {
  const equals = text.indexOf('=')
  const reference = text.slice(equals + 1).replace(/^=/, '')
  if (equals <= 0 || !reference.includes('!')) {
    throw new UsageProblem(`"${text}" is not a port; write name=Sheet1!B2.`)
  }
  // Relative corners of a name are resolved from A1, where they mean the same cells.
  return {
    name: prefix + text.slice(0, equals),
    sheet: undefined,
    text: reference,
    comment: undefined,
    hidden: false,
    macro: 'none',
  }
}
