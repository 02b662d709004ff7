import { createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { receivedJson } from '../../platform/http/received-json.ts'
import { ChildStopped, runInChild, runOn } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import { readBuild } from '../engines/engine-build.store.ts'
import type { Execution } from './execution.ts'
import { reportModule } from './fill-module.ts'
import { fillAnswer, fillFiles, type FillInputs, type FillRequest } from './fill-request.ts'
import type { LoadableVersion } from './loaded-engines.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'

/** Refuses engines that are computed elsewhere: their workbook would not hold the results. */
export function assertComputesHere(engineType: EngineType): void {
  if (engineType !== 'Type4') return
  throw new CallError('ENGINE_TYPE_NOT_AVAILABLE', 'The engine is computed elsewhere, and no file can be made of that')
}

export interface FillTask {
  readonly tenantId: string
  readonly version: Omit<LoadableVersion, 'engineType'>
  /** The type of evaluator that computes it. */
  readonly engineType: EngineType
  readonly inputs: EngineInputs
  readonly subservice?: string | undefined
  /** The value of NOW. */
  readonly at: Date
  readonly signal: AbortSignal
  /** The report to render as PDF instead of the workbook, and its pictures. */
  readonly report?: { readonly name: string; readonly images: Readonly<Record<string, string>> }
}

/**
 * The workbook of a version filled with a caller's inputs and the results, or one of its reports. Made in a child
 * process, because the file is untrusted.
 */
export async function fillWorkbook(
  { files, settings, execution }: Pick<Services, 'files' | 'settings' | 'execution'>,
  task: FillTask,
): Promise<Buffer> {
  const { report, signal } = task
  const limits = { memoryMegabytes: settings.calculationMegabytes, seconds: settings.calculationSeconds }
  // Reports read fonts, which only a child started from the sources may do.
  const ready = report === undefined ? await execution.fillChildren.take() : undefined
  const folder = ready?.folder ?? (await temporaryFolder('fill'))
  try {
    const input = await orderFor({ files, execution }, task, folder)
    const done = ready
      ? runOn(ready.child, { input, limits, signal })
      : runInChild({ module: reportModule, readsPackages: true, input, folder, limits, signal })
    const { problem } = fillAnswer.parse(await done)
    if (problem !== null) throw new CallError(problem.code, problem.message)
    return await readFile(path.join(folder, fillFiles.filled))
  } catch (error) {
    if (error instanceof ChildStopped && (error.reason === 'time' || error.reason === 'memory')) {
      throw new CallError('CALCULATION_LIMIT_EXCEEDED', `Writing the workbook was stopped. ${error.message}`)
    }
    throw error
  } finally {
    ready?.child.kill('SIGKILL')
    // Not earlier: starting it would take the processor from the one that works.
    execution.fillChildren.prepare()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the child's files into its folder and returns its request. */
async function orderFor(
  { files, execution }: Pick<Services, 'files' | 'execution'>,
  task: FillTask,
  folder: string,
): Promise<FillRequest> {
  const { tenantId, version, inputs, subservice, at, signal, report } = task
  const source = createWriteStream(path.join(folder, fillFiles.workbook))
  await pipeline(await files.open(tenantId, version.fileHash), source, { signal })
  const given: FillInputs = { inputs, images: report?.images ?? {} }
  await writeFile(path.join(folder, fillFiles.inputs), receivedJson(given))
  const isComputed = task.engineType === 'Type3'
  if (isComputed) await writeFile(path.join(folder, fillFiles.computed), await computedWorkbook(execution, task))
  const { marks = null, iteration = null } = await readBuild(files, tenantId, version.buildHash)
  return {
    folder,
    subservice: subservice ?? null,
    at: at.getTime(),
    portNames: version.portNames,
    marks,
    iteration,
    properties: version.properties,
    report: report?.name ?? null,
    isComputed,
  }
}

/** The workbook with these inputs as LibreOffice computes it. */
async function computedWorkbook(
  { engines, spreadsheets }: Execution,
  { tenantId, version, engineType, inputs, subservice, at }: FillTask,
): Promise<Buffer> {
  const engine = await engines.get(tenantId, { ...version, engineType })
  const asked = { at: at.getTime(), correlationId: '', seed: 1, validate: false }
  const options = subservice === undefined ? asked : { ...asked, subservice }
  return spreadsheets.saved(engine, { inputs, options, owner: tenantId })
}
