import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { EngineInterface as PublicInterface } from '@sheetwright/contract/engines/interface.ts'
import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import type { Soon } from '../../platform/caches/fresh-cache.ts'
import type { Files } from '../../platform/files/files.ts'
import { BoundedCache } from '../../platform/sandbox/bounded-cache.ts'
import { localeOfEngine, readBuild, renamedInterface, renamedPorts } from '../engines/engine-build.store.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import { isBounded } from './bounded-program.ts'
import type { EngineContent } from './engine-content.ts'

/** What loading a version needs to know of it. */
export type LoadableVersion = Pick<
  RunnableVersion,
  'engineType' | 'buildHash' | 'programHash' | 'fileHash' | 'portNames' | 'properties'
>

/** A version with everything that running and describing it needs, as long as it stays in memory. */
export interface LoadedEngine {
  /** The same for everything that computes the same. */
  readonly key: string
  /** Inputs, outputs and so on, with the names that the author gave them. */
  readonly ports: WorkbookInterface
  readonly shown: PublicInterface
  readonly content: EngineContent
  readonly compilerVersion: string
  /** What one run took when the version was made. */
  readonly evalMicros: number
  /** Measured as short, and bounded whatever its inputs are: it may run where the request is answered. */
  readonly isShort: boolean
}

/** Median run time below which a program runs on the thread that answers. */
const shortMicros = 500
/** A larger program is not compiled on the thread that answers. */
const shortProgram = 2_000_000
/** Characters and bytes of what is kept. */
const mostWeight = 256_000_000

/** Programs and what belongs to them, read from storage once. They never change: a change is another key. */
export class LoadedEngines {
  private readonly loaded = new BoundedCache<Promise<LoadedEngine>>(mostWeight)
  /** Versions are read again every moment, but not every call; between that the same object finds its engine at once. */
  private readonly known = new WeakMap<LoadableVersion, Soon<LoadedEngine>>()
  private readonly files: Files

  constructor(files: Files) {
    this.files = files
  }

  get(tenantId: string, version: LoadableVersion): Soon<LoadedEngine> {
    const known = this.known.get(version)
    if (known !== undefined) return known
    const found = this.find(tenantId, version)
    this.known.set(version, found)
    void this.settle(version, found)
    return found
  }

  private async settle(version: LoadableVersion, found: Promise<LoadedEngine>): Promise<void> {
    try {
      this.known.set(version, await found)
    } catch {
      this.known.delete(version)
    }
  }

  private find(tenantId: string, version: LoadableVersion): Promise<LoadedEngine> {
    const key = keyOf(tenantId, version)
    const present = this.loaded.get(key)
    if (present !== undefined) return present
    const loading = this.load(tenantId, key, version)
    this.loaded.set(key, loading, 0)
    loading.then(
      (engine) => this.loaded.set(key, loading, weightOf(engine)),
      // A failure is not remembered: the next one to ask tries again.
      () => this.loaded.delete(key),
    )
    return loading
  }

  private async load(tenantId: string, key: string, version: LoadableVersion): Promise<LoadedEngine> {
    const build = await readBuild(this.files, tenantId, version.buildHash)
    const ofWorkbook = build.publicInterface.properties
    const locale = localeOfEngine(ofWorkbook, version.properties)
    // What a program found out while it was compiled, it found out in the locale of the workbook.
    const isCompiled = version.engineType !== 'Type2' && version.engineType !== 'Type3'
    const isInterpreted = !isCompiled || locale !== localeOfEngine(ofWorkbook, {})
    const needsWorkbook = isInterpreted || build.delegated || version.programHash === null
    const program = version.programHash === null || isInterpreted ? undefined : this.text(tenantId, version.programHash)
    const workbook = needsWorkbook ? await this.workbook(tenantId, version.fileHash) : undefined
    const ports = renamedPorts(build.ports, version.portNames)
    const content: EngineContent = {
      ports: {
        inputs: ports.inputs,
        outputs: ports.outputs,
        subservices: ports.subservices,
        validations: ports.validations,
        solves: ports.solves,
      },
      locale,
      program: await program,
      workbook,
      marks: build.marks,
      iteration: build.iteration,
    }
    const isShort =
      !needsWorkbook &&
      build.evalMicros < shortMicros &&
      ports.solves.length === 0 &&
      content.program !== undefined &&
      content.program.length < shortProgram &&
      isBounded(content.program)
    const { compilerVersion, evalMicros } = build
    return {
      key,
      ports,
      shown: renamedInterface(build.publicInterface, version.portNames),
      content,
      compilerVersion,
      evalMicros,
      isShort,
    }
  }

  /** The bytes of the workbook that a version was made of. */
  async workbook(tenantId: string, hash: string): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for await (const chunk of await this.files.open(tenantId, hash)) chunks.push(chunk as Uint8Array)
    return Buffer.concat(chunks)
  }

  private async text(tenantId: string, hash: string): Promise<string> {
    return text(await this.files.open(tenantId, hash))
  }
}

function keyOf(
  tenantId: string,
  { engineType, buildHash, programHash, portNames, properties }: LoadableVersion,
): string {
  const parts = [tenantId, engineType, buildHash, programHash, portNames, properties]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function weightOf({ content }: LoadedEngine): number {
  return (content.program?.length ?? 0) * 2 + (content.workbook?.length ?? 0) + 10_000
}
