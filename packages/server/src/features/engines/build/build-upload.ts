import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Iteration } from '@sheetwright/compiler/model.ts'
import type { AskedMarks } from '@sheetwright/compiler/interface.ts'
import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { ConversionFailed } from '../../../platform/office/office.ts'
import type { ChildLimits } from '../../../platform/sandbox/child-limits.ts'
import { ChildStopped, runOn } from '../../../platform/sandbox/run-in-child.ts'
import { SpareChild } from '../../../platform/sandbox/spare-child.ts'
import type { Services } from '../../../services.ts'
import type { Settings } from '../../../settings.ts'
import { localeOfEngine } from '../engine-build.store.ts'
import { type BuildRefusal, type BuildRequest, buildAnswer, buildFiles } from './build-request.ts'
import type { EngineBuild } from './engine-build.ts'

export interface BuildTask {
  readonly tenantId: string
  readonly fileHash: string
  readonly fileName: string
  /** The proof covers what is going to compute the engine. */
  readonly engineType: EngineType
  readonly marks?: AskedMarks
  /** The author's setting for circular cells. */
  readonly iteration?: Iteration | null
  readonly signal: AbortSignal
  readonly onProgress: (percent: number, note: string) => void
}

type BuiltUpload =
  | {
      readonly kind: 'built'
      readonly build: EngineBuild
      readonly programHash: string
      readonly programSize: number
      readonly buildHash: string
    }
  | { readonly kind: 'refused'; readonly refusal: BuildRefusal }

const childModule = path.join(import.meta.dirname, 'build-child.ts')
/** Authors wait for these runs; the proof continues afterwards (`prove-engine.job.ts`). */
const proving = { proveSeconds: 0.5, longestProveSeconds: 6 } as const
/** The largest program with its document, in bytes. */
const maxResultBytes = 512 * 1024 * 1024

export function openBuildChildren(settings: Settings): SpareChild {
  return new SpareChild({ module: childModule, limits: limitsOf(settings), purpose: 'build' })
}

function limitsOf({ buildMegabytes, buildSeconds }: Settings): ChildLimits {
  return { memoryMegabytes: buildMegabytes, seconds: buildSeconds }
}

/** Reads, compiles and proves a stored workbook in a child process, and stores the result. */
export async function buildUpload(
  services: Pick<Services, 'files' | 'settings' | 'office' | 'execution' | 'buildChildren'>,
  { tenantId, fileHash, fileName, engineType, marks = {}, iteration, signal, onProgress }: BuildTask,
): Promise<BuiltUpload> {
  const { files, settings, office, execution, buildChildren } = services
  const { child, folder } = await buildChildren.take()
  try {
    const workbook = path.join(folder, buildFiles.workbook)
    await pipeline(await files.open(tenantId, fileHash), createWriteStream(workbook), { signal })
    const isRecalculated = engineType === 'Type3' && office.isInstalled
    if (isRecalculated) {
      const order = { owner: tenantId, signal }
      const computed = await office.recalculated(createReadStream(workbook), path.extname(fileName), order)
      await writeFile(path.join(folder, buildFiles.recalculated), computed)
    }
    const asked = { isRecalculated, marks, ...(iteration == null ? {} : { iteration }) }
    const input: BuildRequest = { folder, workbookHash: fileHash, fileName, ...proving, ...asked }
    const answer = buildAnswer.parse(await runOn(child, { input, limits: limitsOf(settings), signal, onProgress }))
    if (answer.kind === 'refused') return answer

    const stored = async (name: string) =>
      files.putFile(tenantId, path.join(folder, name), { maxBytes: maxResultBytes, signal })
    const program = await stored(buildFiles.program)
    const document = await stored(buildFiles.build)
    const build = JSON.parse(await readFile(path.join(folder, buildFiles.build), 'utf8')) as EngineBuild
    if (isRecalculated) {
      const locale = localeOfEngine(build.publicInterface.properties, {})
      await execution.spreadsheets.check(await readFile(workbook), { locale, owner: tenantId, marks: build.marks })
    }
    return { kind: 'built', build, programHash: program.hash, programSize: program.size, buildHash: document.hash }
  } catch (error) {
    const refusal = limitRefusal(error) ?? officeRefusal(error)
    if (refusal === undefined) throw error
    return { kind: 'refused', refusal }
  } finally {
    child.kill('SIGKILL')
    buildChildren.prepare()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Refuses a workbook that needs more than the limits; that is no server error. */
function limitRefusal(error: unknown): BuildRefusal | undefined {
  if (!(error instanceof ChildStopped) || (error.reason !== 'memory' && error.reason !== 'time')) return undefined
  const message = `The workbook was given up while it was read, compiled and proved. ${error.message}. Make it smaller, or ask your operator for higher limits.`
  return { code: 'ENGINE_BUILD_LIMIT_EXCEEDED', message, errors: [{ field: error.reason, message: error.message }] }
}

function officeRefusal(error: unknown): BuildRefusal | undefined {
  if (error instanceof CallError && error.code === 'WORKBOOK_BEYOND_ENGINE_TYPE') {
    return { code: 'INVALID_ENGINE_CONFIGURATION', message: error.message, errors: [...(error.errors ?? [])] }
  }
  if (!(error instanceof ConversionFailed)) return undefined
  const message = `LibreOffice cannot compute the workbook. ${error.message}.`
  return { code: 'INVALID_ENGINE_CONFIGURATION', message, errors: [{ field: 'engineType', message: error.message }] }
}
