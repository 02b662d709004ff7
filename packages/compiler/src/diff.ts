import {
  type CompareOptions,
  type ComparedVersion,
  compareOutputs,
  type OutputComparison,
} from './diff/compare-outputs.ts'
import { diffInterfaces, type PortChange } from './diff/diff-interfaces.ts'
import { diffWorkbooks, type WorkbookDiff } from './diff/diff-workbooks.ts'
import { CellText } from './explain/cell-text.ts'

export { type CellChange, diffWorkbooks } from './diff/diff-workbooks.ts'

/** The changes of cells, interface and results from one version to a later one. */
export interface VersionDiff extends WorkbookDiff, OutputComparison {
  readonly interface: readonly PortChange[]
}

/** Compares two versions, and their results on the defaults. */
export function diffVersions(before: ComparedVersion, after: ComparedVersion, options: CompareOptions): VersionDiff {
  const side = ({ bound, ports }: ComparedVersion) => ({ ports, text: new CellText(bound.workbook) })
  return {
    ...diffWorkbooks(before.bound.workbook, after.bound.workbook),
    interface: diffInterfaces(side(before), side(after)),
    ...compareOutputs(before, after, options),
  }
}
