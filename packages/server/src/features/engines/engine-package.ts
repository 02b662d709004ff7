import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Files } from '../../platform/files/files.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { readBuild, renamedInterface, type StoredBuild } from './engine-build.store.ts'
import type { StoredEngine } from './engine.store.ts'
import type { StoredVersion } from './engine-version.store.ts'

/** A version as a `.c4engine` file. */
export async function enginePackage(
  files: Files,
  tenantId: string,
  { engine, version }: Omit<Packed, 'build'>,
): Promise<FileAnswer> {
  const build = await readBuild(files, tenantId, version.buildHash)
  return {
    fileName: `${engine.productName}_${engine.serviceName}_${version.revision}.c4engine`,
    open: () => packed(files, tenantId, { engine, version, build }),
  }
}

interface Packed {
  readonly engine: StoredEngine
  readonly version: StoredVersion
  readonly build: StoredBuild
}

/** Streams the parts of a `.c4engine` file from storage. */
async function packed(files: Files, tenantId: string, { engine, version, build }: Packed): Promise<Readable> {
  const zip = new ZipFile()
  // The same version always produces the same file.
  const mtime = new Date(version.createdAt)
  const parity = Buffer.from(JSON.stringify({ parity: build.parity, diagnostics: build.diagnostics }, null, 2))
  const manifest = {
    formatVersion: 1,
    product: engine.productName,
    serviceName: engine.serviceName,
    versionId: version.id,
    revision: version.revision,
    state: version.state,
    releaseNote: version.releaseNote,
    effectiveStartDate: version.effectiveStartDate,
    effectiveEndDate: version.effectiveEndDate,
    engineType: engine.engineType,
    compilerVersion: build.compilerVersion,
    interface: renamedInterface(build.publicInterface, version.portNames),
    properties: { ...build.publicInterface.properties, ...version.properties },
    files: {
      [`workbook/${version.fileName}`]: { sha256: version.fileHash },
      ...(version.programHash === null ? {} : { 'program.mjs': { sha256: version.programHash } }),
      'parity.json': { sha256: createHash('sha256').update(parity).digest('hex') },
    },
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), 'manifest.json', { mtime })
  zip.addReadStream(await files.open(tenantId, version.fileHash), `workbook/${version.fileName}`, { mtime })
  if (version.programHash !== null) {
    zip.addReadStream(await files.open(tenantId, version.programHash), 'program.mjs', { mtime })
  }
  zip.addBuffer(parity, 'parity.json', { mtime })
  zip.end()
  return Readable.from(zip.outputStream as AsyncIterable<Buffer>)
}
