import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { EngineInterface as PublicInterface } from '@sheetwright/contract/engines/interface.ts'
import type { WorkbookInterface } from '@sheetwright/compiler/interface.ts'
import type { Soon } from '../../platform/caches/fresh-cache.ts'
import type { Files } from '../../platform/files/files.ts'
import { BoundedCache } from '../../platform/sandbox/bounded-cache.ts'
import {
  localeOfEngine,
  readBuild,
  renamedInterface,
  renamedPorts,
  timeZoneOfEngine,
} from '../engines/engine-build.store.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import { isBounded } from './bounded-program.ts'
import type { EngineContent } from './engine-content.ts'

/** The fields of a version that loading needs. */
export type LoadableVersion = Pick<
  RunnableVersion,
  'engineType' | 'buildHash' | 'programHash' | 'fileHash' | 'portNames' | 'properties'
>

/** A version with all data to run and describe it, kept in memory. */
export interface LoadedEngine {
  /** The same for all versions that compute the same. */
  readonly key: string
  /** The interface with the author's names. */
  readonly ports: WorkbookInterface
  readonly shown: PublicInterface
  readonly content: EngineContent
  readonly compilerVersion: string
  /** Run time measured when the version was built. */
  readonly evalMicros: number
  /** Measured as short, and bounded for all inputs: it may run on the main thread. */
  readonly isShort: boolean
}

/** Programs with a lower median run time run on the main thread. */
const shortMicros = 500
/** Larger programs are not compiled on the main thread. */
const shortProgram = 2_000_000
/** Programs with their data, read from storage once. They are immutable: a change has a new key. */
export class LoadedEngines {
  private readonly loaded: BoundedCache<Promise<LoadedEngine>>
  /**
   * Versions are read again every moment, but not on every call; in between, the same object finds its engine at once.
   * Versions stay in memory longer than their engine may, so they do not hold it.
   */
  private readonly known = new WeakMap<LoadableVersion, Promise<LoadedEngine> | WeakRef<LoadedEngine>>()
  private readonly files: Files

  constructor(files: Files, megabytes: number) {
    this.files = files
    this.loaded = new BoundedCache(megabytes * 1_000_000)
  }

  get(tenantId: string, version: LoadableVersion): Soon<LoadedEngine> {
    const known = this.known.get(version)
    const present = known instanceof WeakRef ? known.deref() : known
    if (present !== undefined) return present
    const found = this.find(tenantId, version)
    this.known.set(version, found)
    void this.settle(version, found)
    return found
  }

  private async settle(version: LoadableVersion, found: Promise<LoadedEngine>): Promise<void> {
    try {
      this.known.set(version, new WeakRef(await found))
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
      // Failures are not cached, so the next call tries again.
      () => this.loaded.delete(key),
    )
    return loading
  }

  private async load(tenantId: string, key: string, version: LoadableVersion): Promise<LoadedEngine> {
    const build = await readBuild(this.files, tenantId, version.buildHash)
    const ofWorkbook = build.publicInterface.properties
    const locale = localeOfEngine(ofWorkbook, version.properties)
    // A compiled program holds results computed in the workbook's locale, so other locales are interpreted.
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
      timeZone: timeZoneOfEngine(ofWorkbook, version.properties),
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

  /** The bytes of the workbook that a version was built from. */
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
