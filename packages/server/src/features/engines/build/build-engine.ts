import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type Build, type BuildOutcome as Outcome, buildWorkbook } from '@sheetwright/compiler/build.ts'
import type { Diagnostic, Iteration, Workbook } from '@sheetwright/compiler/model.ts'
import { lintWorkbook } from '@sheetwright/compiler/lint.ts'
import type { AskedMarks } from '@sheetwright/compiler/interface.ts'
import type { WorkbookDiagnostic } from '@sheetwright/contract/engines/proof.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { BuildRefusal } from './build-request.ts'
import type { EngineBuild } from './engine-build.ts'
import { publicInterface } from './public-interface.ts'
import { storedInterface } from './stored-interface.ts'

export interface BuildOptions {
  readonly workbookHash: string
  readonly fileName: string
  readonly proveSeconds: number
  readonly longestProveSeconds: number
  /** File that the program's text is written to and loaded from. */
  readonly programFile: string
  /** The workbook as computed by LibreOffice, if LibreOffice computes the engine. */
  readonly recalculated?: Uint8Array
  readonly marks?: AskedMarks
  readonly iteration?: Iteration | undefined
  readonly progress: (percent: number, note: 'read' | 'compile' | 'prove') => void
}

type BuildOutcome =
  | { readonly kind: 'built'; readonly build: EngineBuild }
  | { readonly kind: 'refused'; readonly refusal: BuildRefusal }

type Reason = Extract<Outcome, { kind: 'refused' }>['refusal']['reason']

const refusalCodes: Readonly<Record<Reason, BuildRefusal['code']>> = {
  unreadable: 'CORRUPT_EXCEL_FILE_FOR_TYPE1',
  interface: 'INVALID_ENGINE_CONFIGURATION',
  solves: 'INVALID_SOLVE_NAMERANGES',
  limit: 'ENGINE_BUILD_LIMIT_EXCEEDED',
}

/** Reads, compiles and proves a workbook; returns what is needed to run and inspect the engine. */
export async function buildEngine(bytes: Uint8Array, options: BuildOptions): Promise<BuildOutcome> {
  const { programFile, ...asked } = options
  let loads = 0
  const load = async (program: string) => {
    await writeFile(programFile, program)
    // Node caches a module by its URL, so a new text needs a new URL.
    return (await import(`${pathToFileURL(programFile).href}?${loads++}`)) as ProgramModule
  }
  const outcome = await buildWorkbook(bytes, { ...asked, load })
  if (outcome.kind === 'built') return { kind: 'built', build: engineBuildOf(outcome.build, options.workbookHash) }
  const { reason, message, errors } = outcome.refusal
  return { kind: 'refused', refusal: { code: refusalCodes[reason], message, errors } }
}

function engineBuildOf(build: Build, workbookHash: string): EngineBuild {
  const { bound, ports, marks, iteration, usage, report, proof, diagnostics, timings, compilerVersion } = build
  return {
    formatVersion: 1,
    interface: storedInterface(ports),
    ...(marks === undefined ? {} : { marks }),
    ...(iteration === undefined ? {} : { iteration }),
    publicInterface: publicInterface(bound, ports, proof.calculator),
    parity: { ...proof.saved, uncomputableOutputs: proof.uncomputableOutputs, program: proof.program },
    diagnostics: diagnostics.map(shownDiagnostic),
    report,
    sheets: bound.workbook.sheets.length,
    formulaCells: usage.formulaCells,
    cellsWithData: cellsWithData(bound.workbook),
    timings,
    evalMicros: proof.evalMicros,
    compilerVersion,
    workbookHash,
    delegated: report.asksEvaluator,
    lintScore: lintWorkbook(bound, ports).score,
    date1904: bound.workbook.date1904,
    defaultsResults: proof.results,
    failedOutputs: proof.failedOutputs,
  }
}

function cellsWithData(workbook: Workbook): number {
  let count = 0
  for (const sheet of workbook.sheets) {
    sheet.cells.forEach((_row, _col, cell) => {
      if (cell.kind === 'formula' || cell.value !== null) count++
    })
  }
  return count
}

function shownDiagnostic({ severity, code, message, data, sheet, cell }: Diagnostic): WorkbookDiagnostic {
  return {
    severity: severity === 'information' ? 'info' : severity,
    code,
    message,
    data,
    cell: sheet === undefined ? (cell ?? null) : `${sheet}!${cell ?? ''}`.replace(/!$/, ''),
  }
}
