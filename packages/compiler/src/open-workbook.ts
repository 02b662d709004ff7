import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { readWorkbook } from './1-read/read-workbook.ts'
import { BoundWorkbook } from './3-bind/bind-workbook.ts'
import { findPorts } from './3-bind/ports/find-ports.ts'
import type { WorkbookInterface } from './3-bind/ports/interface.ts'
import { type MarkedInterface, withMarkedPorts } from './3-bind/ports/marked-ports.ts'
import { Diagnostics } from './diagnostics/diagnostics.ts'
import { type Iteration, withIteration } from './model/iteration.ts'
import type { DefinedName, Workbook } from './model/workbook.ts'

export type { BoundWorkbook } from './3-bind/bind-workbook.ts'

/** A workbook with resolved formulas and its interface. */
export interface OpenedWorkbook {
  readonly bound: BoundWorkbook
  readonly ports: WorkbookInterface
}

export interface Opening {
  /** Null if the bytes cannot be read as a workbook; the diagnostics say why. */
  readonly opened: OpenedWorkbook | null
  /** Problems found so far. Later phases add theirs. */
  readonly diagnostics: Diagnostics
}

export interface OpenOptions {
  /** Names treated as if the workbook defined them. */
  readonly names?: readonly DefinedName[]
  /** Inputs and outputs that were marked when the workbook was uploaded. */
  readonly marks?: MarkedInterface | undefined
  /** Overrides the file's settings for iterative calculation. */
  readonly iteration?: Iteration | undefined
}

/** Reads a workbook from untrusted bytes, resolves its formulas and finds its inputs and outputs. */
export async function openWorkbook(bytes: Uint8Array, options: OpenOptions = {}): Promise<Opening> {
  const diagnostics = new Diagnostics()
  const { workbook } = await readWorkbook(bytes, { diagnostics })
  return { opened: workbook === null ? null : bindWith(workbook, options, diagnostics), diagnostics }
}

/** The same for a workbook that was read before; its problems are known from then. */
export function reopenWorkbook(workbook: Workbook, options: OpenOptions = {}): OpenedWorkbook {
  return bindWith(workbook, options, new Diagnostics())
}

function bindWith(
  workbook: Workbook,
  { names, marks, iteration }: OpenOptions,
  diagnostics: Diagnostics,
): OpenedWorkbook {
  const declared = marks === undefined ? workbook : withMarkedPorts(workbook, marks)
  const iterating = iteration === undefined ? declared : withIteration(declared, iteration)
  return bindInterface(iterating, diagnostics, names)
}

/** Resolves the formulas of a workbook and finds its inputs and outputs. */
export function bindInterface(
  workbook: Workbook,
  diagnostics: Diagnostics,
  names: readonly DefinedName[] = [],
): OpenedWorkbook {
  const own = new BoundWorkbook(workbook, functions, diagnostics)
  const bound = names.length === 0 ? own : own.withNames(names)
  return { bound, ports: findPorts(bound, diagnostics) }
}
