import type { Message } from './call.ts'
import { cellsOf, cellsOfSolve, firstCell } from './port-cells.ts'
import type { CellPlace, CellPort, EngineInterface, Port } from './ports.ts'

/** The inputs and outputs of a call, by its subservice and requested outputs. */
export interface Plan {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly validated: readonly ValidatedPort[]
  /**
   * The value cells of inputs and outputs, in port order: always the same objects, so that a calculator can cache by
   * them.
   */
  readonly inputCells: readonly (readonly CellPlace[])[]
  readonly outputCells: readonly (readonly CellPlace[])[]
  /** The cells announced before validation, and again for the outputs after solves. */
  readonly firstAnnounced: readonly CellPlace[]
  readonly lastAnnounced: readonly CellPlace[]
  /** The input names of the last caller. */
  spelling: Spelling | undefined
  readonly warnings: readonly Message[]
  readonly errors: readonly Message[]
}

/** The names that a caller gave, each exactly as in the workbook, and for each input its index among them or -1. */
interface Spelling {
  readonly keys: readonly string[]
  readonly places: readonly number[]
}

type ValidatedPort = CellPort & { readonly validation: NonNullable<CellPort['validation']> }

/** Most characters of a name that a message repeats; names in Excel are no longer. */
export const LONGEST_NAME = 255

export function planOf(
  ports: EngineInterface,
  subservice: string | undefined,
  names: readonly string[] | undefined,
): Plan {
  const warnings: Message[] = []
  const errors: Message[] = []
  const all = subservice === undefined ? ports : subserviceOf(ports, subservice, errors)
  const { inputs } = all
  const outputs = names ? outputsOf(all.outputs, names, warnings) : all.outputs
  const { validations, solves } = ports
  const validated = inputs.filter(isValidated)
  const outputCells = outputs.map(cellsOf)
  const lastAnnounced = outputCells.flat()
  // Everything at once if nothing changes in between; with solves, first what they need.
  const later = solves.length === 0 ? lastAnnounced : solves.flatMap(cellsOfSolve)
  return {
    inputs,
    outputs,
    validated,
    inputCells: inputs.map(cellsOf),
    outputCells,
    firstAnnounced: [
      ...validated.map(({ place }) => firstCell(place)),
      ...validations.map(({ place }) => firstCell(place)),
      ...later,
    ],
    lastAnnounced,
    spelling: undefined,
    warnings,
    errors,
  }
}

function subserviceOf(
  { subservices }: EngineInterface,
  name: string,
  errors: Message[],
): { inputs: readonly Port[]; outputs: readonly Port[] } {
  const found = subservices.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  const names = subservices.map((one) => one.name).join(', ')
  const message =
    names === ''
      ? 'The workbook has no subservices.'
      : `The workbook has no subservice of this name; give one of ${names}.`
  errors.push({ key: name.slice(0, LONGEST_NAME), message })
  return { inputs: [], outputs: [] }
}

function outputsOf(outputs: readonly Port[], names: readonly string[], warnings: Message[]): readonly Port[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const chosen = outputs.filter((port) => wanted.delete(port.name.toLowerCase()))
  for (const name of names) {
    if (!wanted.has(name.toLowerCase())) continue
    warnings.push({ key: name, message: 'The workbook has no output of this name.' })
  }
  return chosen
}

function isValidated(port: Port): port is ValidatedPort {
  return port.shape === 'cell' && port.validation !== undefined
}
