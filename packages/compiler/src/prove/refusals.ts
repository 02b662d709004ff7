import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import type { DiagnosticCode } from '../diagnostics/codes.ts'
import type { WorkbookInterface } from '../3-bind/ports/interface.ts'
import type { Workbook } from '../model/workbook.ts'
import { StepBudgetExceeded } from '../evaluate/step-budget.ts'
import type { EngineResult } from '@sheetwright/runtime/engine/call.ts'
import type { CalculationEnded } from '@sheetwright/runtime/program/steps.ts'

/** Why a workbook cannot become an engine. */
export interface BuildRefusal {
  readonly reason: 'unreadable' | 'interface' | 'solves' | 'limit'
  readonly message: string
  readonly errors: { readonly field: string; readonly message: string }[]
}

/** Reading problems after which the content is no longer the whole workbook. */
const incomplete: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['SHEET_DAMAGED'])

/** Inputs and outputs that were declared but could not be understood: omitting them would be a silent change. */
const malformedPorts: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'PORT_NOT_A_RANGE',
  'PORT_DECLARED_TWICE',
  'BLOCK_WITHOUT_ROWS',
  'BLOCK_HEADING_MISSING',
  'BLOCK_HEADING_TWICE',
])

/** Most cells of cycles that a refusal names. */
const MOST_CELLS = 200

/** Why a file cannot be read as a workbook; undefined if it can. */
export function refusalOfReading(
  workbook: Workbook | null,
  diagnostics: readonly Diagnostic[],
): BuildRefusal | undefined {
  const problems = diagnostics.filter(({ code, severity }) =>
    workbook === null ? severity === 'error' : incomplete.has(code),
  )
  if (workbook !== null && problems.length === 0) return undefined
  return {
    reason: 'unreadable',
    message: problems.map(({ message }) => message).join(' ') || 'The file cannot be read as a workbook.',
    errors: problems.map(({ code, message, sheet }) => ({ field: sheet ?? code, message })),
  }
}

/** Why the declared interface cannot become an engine; undefined if it can. */
export function refusalOfPorts(ports: WorkbookInterface, diagnostics: readonly Diagnostic[]): BuildRefusal | undefined {
  const solves = diagnostics.filter(({ code }) => code === 'INVALID_SOLVE_NAMERANGES')
  if (solves.length > 0) {
    return {
      reason: 'solves',
      message: solves.map(({ message }) => message).join(' '),
      errors: solves.flatMap(({ data }) => {
        const { name, problems } = data as { name: string; problems: readonly string[] }
        return problems.map((message) => ({ field: `Xsolve_${name}`, message }))
      }),
    }
  }
  const malformed = diagnostics.filter(({ code }) => malformedPorts.has(code))
  if (malformed.length > 0) {
    return invalidConfiguration(
      malformed.map(({ data: { name }, message }) => ({ field: typeof name === 'string' ? name : '', message })),
      malformed.map(({ message }) => message).join(' '),
    )
  }
  if (ports.outputs.length > 0 || ports.subservices.some(({ outputs }) => outputs.length > 0)) return undefined
  const message =
    'The workbook declares no outputs. Give the cells with results names that begin with Xoutput_, those with inputs names that begin with Xinput_.'
  return invalidConfiguration([{ field: 'Xoutput_', message }], message)
}

/** An engine is useless if none of its outputs can be computed. */
export function refusalOfResults(
  { outputs, subservices }: WorkbookInterface,
  { outputs: results, errors, ended }: EngineResult,
): BuildRefusal | undefined {
  if (ended !== undefined) {
    const message = errors.map((error) => error.message).join(' ')
    return { reason: 'limit', message, errors: [{ field: 'calculation', message }] }
  }
  if (subservices.length > 0) return undefined
  const failed = outputs.filter(
    ({ name }) =>
      results[name] === null && errors.some(({ key, message }) => key === name && message.startsWith('Cannot be')),
  )
  if (failed.length < outputs.length) return undefined
  return invalidConfiguration(
    errors.map(({ key, message, cell }) => ({
      field: `Xoutput_${key}`,
      message: cell === undefined ? message : `${message} (${cell})`,
    })),
    'None of the outputs of the workbook can be computed.',
  )
}

/** The refusal with every cell that depends on itself: perhaps only iterative calculation is missing. */
export function withCycles(refusal: BuildRefusal, diagnostics: readonly Diagnostic[]): BuildRefusal {
  const circular = diagnostics.filter(({ code }) => code === 'CIRCULAR_REFERENCE').slice(0, MOST_CELLS)
  const errors = circular.map(({ code, sheet, cell, message }) => ({
    field: code,
    message: `${sheet ?? ''}!${cell ?? ''}: ${message}`,
  }))
  return { ...refusal, errors: [...refusal.errors, ...errors] }
}

/** The refusal of a workbook that exceeds a limit, with the cell where that was noticed. */
export function refusalOfLimit(ended: CalculationEnded): BuildRefusal {
  if (!(ended instanceof StepBudgetExceeded)) {
    return { reason: 'limit', message: ended.message, errors: [{ field: 'calculation', message: ended.message }] }
  }
  const message = `The workbook takes more work than it may: ${ended.message.toLowerCase().slice(0, -1)}, at ${ended.cell}.`
  return { reason: 'limit', message, errors: [{ field: ended.cell, message: ended.message }] }
}

function invalidConfiguration(errors: BuildRefusal['errors'], message: string): BuildRefusal {
  return { reason: 'interface', message, errors }
}
