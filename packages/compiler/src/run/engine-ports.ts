import { cellsOf, cellsOfSolve } from '@sheetwright/runtime/engine/port-cells.ts'
import { formulaName, placeKey } from '@sheetwright/runtime/engine/formula-name.ts'
import type { CellPlace, CellPort, EngineInterface, Port } from '@sheetwright/runtime/engine/ports.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { LooseFormula } from '../3-bind/loose-formula.ts'
import { cellName } from '../model/address.ts'

/** A single cell that is an input or output of a program. */
export interface CompilePort extends CellPlace {
  readonly name: string
  /** An input in a formula cell; the formula applies whenever a caller omits the input. */
  readonly keepsFormula?: boolean
}

export interface CompilePorts {
  readonly inputs: readonly CompilePort[]
  readonly outputs: readonly CompilePort[]
  readonly formulas?: readonly LooseFormula[]
}

/** Every cell that running an engine writes or reads, and the formulas of its validations. */
export function enginePorts(bound: BoundWorkbook, ports: EngineInterface): Required<CompilePorts> {
  const inputs = [...ports.inputs, ...ports.subservices.flatMap((one) => one.inputs)]
  const outputs = [...ports.outputs, ...ports.subservices.flatMap((one) => one.outputs)]
  const { validations, solves } = ports
  const validated = inputs.filter(isValidated)
  const named = (place: CellPlace) => ({
    ...place,
    name: `${bound.workbook.sheets[place.sheet]?.name ?? ''}!${cellName(place.row, place.col)}`,
  })
  return {
    // In program order: inputs that replace a formula come last.
    inputs: unique([...inputs.flatMap(cellsOf), ...solves.map(({ changing }) => changing)])
      .map((place) => ({
        ...named(place),
        keepsFormula: bound.workbook.sheets[place.sheet]?.cells.get(place.row, place.col)?.kind === 'formula',
      }))
      .toSorted((a, b) => Number(a.keepsFormula) - Number(b.keepsFormula)),
    outputs: unique([
      ...outputs.flatMap(cellsOf),
      ...validated.flatMap(cellsOf),
      ...validations.map(({ place: { sheet, range } }) => ({ sheet, row: range.top, col: range.left })),
      ...solves.flatMap(cellsOfSolve),
    ]).map(named),
    formulas: validated.flatMap(validationFormulas),
  }
}

function isValidated(port: Port): port is CellPort {
  return port.shape === 'cell' && port.validation !== undefined
}

function validationFormulas(port: CellPort): LooseFormula[] {
  const { validation, place } = port
  if (!validation || validation.rule.items) return []
  const { rule, home } = validation
  return (['formula1', 'formula2'] as const).flatMap((which) => {
    const text = rule[which]
    if (text === undefined) return []
    return [
      { name: formulaName(port, which), text, home, sheet: place.sheet, row: place.range.top, col: place.range.left },
    ]
  })
}

function unique(places: readonly CellPlace[]): CellPlace[] {
  return [
    ...new Map(places.map(({ sheet, row, col }) => [placeKey({ sheet, row, col }), { sheet, row, col }])).values(),
  ]
}
