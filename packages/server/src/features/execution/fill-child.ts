import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readWorkbook } from '@sheetwright/compiler/1-read/read-workbook.ts'
import { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import { findPorts } from '@sheetwright/compiler/3-bind/ports/find-ports.ts'
import { Diagnostics } from '@sheetwright/compiler/diagnostics/diagnostics.ts'
import { EvaluatorCalculator } from '@sheetwright/compiler/run/evaluator-calculator.ts'
import { changesOfRun } from '@sheetwright/compiler/write-back/changes-of-run.ts'
import { writeWorkbook } from '@sheetwright/compiler/write-back/write-workbook.ts'
import { Engine, type EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import { fillFiles, type FillRequest } from './fill-request.ts'
import { renamedPorts } from './renamed-ports.ts'
import { RecordRun } from './run-records.ts'

const steps = 20_000_000_000

/** Runs in a child process: computes with the inputs, and writes them and all results into the workbook. */
serveParent<FillRequest>(async ({ folder, subservice, at, portNames }) => {
  const bytes = await readFile(path.join(folder, fillFiles.workbook))
  const inputs = JSON.parse(await readFile(path.join(folder, fillFiles.inputs), 'utf8')) as EngineInputs
  const { workbook } = await readWorkbook(bytes)
  if (workbook === null) return { problem: 'The workbook can no longer be read' }
  const bound = new BoundWorkbook(workbook, functions)
  const ports = renamedPorts(findPorts(bound, new Diagnostics()), portNames)
  const calculator = new EvaluatorCalculator(bound, { locale: 'en-US', steps })
  const options = { at, seed: 1, validate: false, ...(subservice === null ? {} : { subservice }) }
  new RecordRun(new Engine(ports, calculator), [inputs], options, Number.POSITIVE_INFINITY).advance()
  const filled = await writeWorkbook(bytes, workbook, changesOfRun(workbook, calculator.evaluator))
  if (filled.bytes === null) {
    return { problem: filled.diagnostics[0]?.message ?? 'Results cannot be written into a workbook of this format' }
  }
  await writeFile(path.join(folder, fillFiles.filled), filled.bytes)
  return { problem: null }
})
