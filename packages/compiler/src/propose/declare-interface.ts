import { type MarkedInterface, problemsOfMarks, withMarkedPorts } from '../3-bind/ports/marked-ports.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import type { Workbook } from '../model/workbook.ts'
import type { BuildRefusal } from '../prove/refusals.ts'
import { type AnchoredInterface, anchorMarks, carryOver } from './anchors.ts'

/** Inputs and outputs that the workbook does not declare. */
export interface AskedMarks {
  /** The uploader's marks. */
  readonly given?: MarkedInterface | undefined
  /** The marks of the previous version, for a workbook that declares nothing. */
  readonly earlier?: AnchoredInterface | undefined
}

interface DeclaredWorkbook {
  readonly workbook: Workbook
  /** The marks; undefined if the workbook's own names apply. */
  readonly marks: AnchoredInterface | undefined
  readonly refusal: BuildRefusal | undefined
}

const outputName = /^Xoutput_/i

/**
 * A workbook with its effective interface: the uploader's marks, else its names, else the marks of the previous
 * version. A mark that cannot be found again refuses the workbook: a guess could be the wrong cell.
 */
export function declareInterface(
  workbook: Workbook,
  { given, earlier }: AskedMarks,
  diagnostics: Diagnostics,
): DeclaredWorkbook {
  const asItIs = { workbook, marks: undefined, refusal: undefined }
  if (given !== undefined) {
    const problems = problemsOfMarks(workbook, given)
    if (problems.length > 0) return { ...asItIs, refusal: refusalOfMarks(problems) }
    return { ...asItIs, workbook: withMarkedPorts(workbook, given), marks: anchorMarks(workbook, given) }
  }
  if (earlier === undefined || workbook.names.some(({ name }) => outputName.test(name))) return asItIs
  const { marked, moved, lost } = carryOver(workbook, earlier)
  if (lost.length > 0) {
    const problems = lost.map(({ kind, name, cell, label }) => ({
      field: `${kind}.${name}`,
      message:
        label === undefined
          ? `${name} was at ${cell}, which is no longer there or no longer holds a formula. Mark it again.`
          : `${name} was at ${cell}, beside "${label}". That label is gone, stands more than once, or no longer has a formula beside it. Mark it again.`,
    }))
    return { ...asItIs, refusal: refusalOfMarks(problems) }
  }
  for (const { name, from, to } of moved) diagnostics.add('MARK_MOVED', { name, from, to })
  return { ...asItIs, workbook: withMarkedPorts(workbook, marked), marks: marked }
}

function refusalOfMarks(problems: readonly { readonly field: string; readonly message: string }[]): BuildRefusal {
  return {
    reason: 'interface',
    message: problems.map(({ message }) => message).join(' '),
    errors: problems.map(({ field, message }) => ({ field: `interface.${field}`, message })),
  }
}
