import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { PortableSettings } from '@sheetwright/compiler/portable-engine.ts'
import { packageKind } from '@sheetwright/contract/sdk/package.ts'
import { z } from 'zod'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { engineDocument } from '../engines/engine-document.access.ts'
import { findRunnable, findVersion, type RunnableVersion } from '../engines/engine-version.store.ts'
import { setPackageFile } from './engine-package.store.ts'
import { casesOf } from './make/cases-of.ts'
import { clientNames, pythonClient, typeScriptClient } from './make/http-clients.ts'
import { jsSheet } from './make/js-sheet.ts'
import { packageNames } from './make/package-names.ts'
import type { ClientOrder, PackageOrder } from './make/package-order.ts'
import { portsOfDocument } from './make/ports-of-document.ts'
import { pythonPackage } from './make/python-package.ts'
import { npmTarball } from './make/tar-file.ts'
import { isSqlKind, NotForDatabase, passableInputs, sqlFunction, type SqlPackageKind } from './make/sql/sql-function.ts'
import { trySheet, trySqlFunction } from './make/try-sheet.ts'
import { typeScriptPackage } from './make/typescript-package.ts'
import { wheelName } from './make/wheel.ts'
import { zipFile } from './make/zip-file.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  packageId: z.uuid(),
  engineId: z.uuid(),
  versionId: z.uuid(),
  tenantName: z.string(),
  kind: packageKind,
})

type Context = JobContext<z.output<typeof schema>>

interface MadeFile {
  readonly fileName: string
  readonly open: () => Readable
}

const licenceFile = path.join(import.meta.dirname, '../../../../../LICENSE')
const maxBytes = 1024 * 1024 * 1024

/** Makes a package of an engine. One that computes is tested before it is stored: it must match the server. */
export const makePackage = defineJob({
  type: 'JsSheetGenerate',
  schema,
  run: async (context) => {
    const { tenantId, data, services, signal, progress, finish } = context
    const { db, files, events } = services
    const { fileName, open } = await madeFile(context)
    signal.throwIfAborted()
    progress(95)
    const { hash, size } = await files.put(tenantId, open(), { maxBytes, signal })
    await db.inTenant(tenantId, async (tx) => {
      await setPackageFile(tx, data.packageId, { fileHash: hash, fileName, fileSize: size })
      await events.publish(tx, { type: 'engine.changed', id: data.engineId })
      // Throws if the job was cancelled meanwhile, so that the file is not stored.
      await finish(tx, { packageId: data.packageId, engineId: data.engineId })
    })
  },
})

async function madeFile(context: Context): Promise<MadeFile> {
  const { tenantId, data, services, progress } = context
  const version = await runnableOf(context)
  const stored = await services.db.inTenant(tenantId, (tx) => findVersion(tx, data.engineId, data.versionId))
  if (stored === undefined) throw new JobFailure('The version of the engine is gone.')
  const told = await engineDocument(services, { id: tenantId, name: data.tenantName }, version, stored)
  const order: ClientOrder = {
    names: packageNames(version),
    engine: told.engine,
    document: told.document,
    ...portsOfDocument(told.document),
    licence: await readFile(licenceFile, 'utf8'),
  }
  progress(10)
  const { names } = order
  if (data.kind === 'http-python')
    return { fileName: wheelName(clientNames(order)), open: () => zipFile(pythonClient(order)) }
  if (data.kind === 'http-typescript') return npmFile(clientNames(order).npm, names.version, typeScriptClient(order))
  if (isSqlKind(data.kind)) return sqlFile(context, data.kind, version, { ...order, ...told })
  const whole = await computingOrder(context, version, { ...order, ...told })
  switch (data.kind) {
    case 'jssheet':
      return {
        fileName: `${names.npm}-${names.version}.mjs`,
        open: () => Readable.from([Buffer.from(whole.sheet.module)]),
      }
    case 'typescript':
      return npmFile(names.npm, names.version, typeScriptPackage(whole))
    case 'python':
      return { fileName: wheelName(names), open: () => zipFile(pythonPackage(whole)) }
    default:
      return data.kind satisfies never
  }
}

/** A zip of the package, which also contains the tarball that npm installs. */
function npmFile(name: string, version: string, files: ReturnType<typeof typeScriptPackage>): MadeFile {
  const tarball = { path: `${name}-${version}.tgz`, content: npmTarball(files) }
  return { fileName: `${name}-${version}.zip`, open: () => zipFile([...files, tarball]) }
}

async function runnableOf({ tenantId, data, services: { db } }: Context): Promise<RunnableVersion> {
  const choice = { engineId: data.engineId, versionId: data.versionId, at: new Date(), mayEdit: true }
  const found = await db.inTenant(tenantId, (tx) => findRunnable(tx, choice))
  if (found.kind === 'version' || found.kind === 'inactive') return found.version
  throw new JobFailure('The version of the engine is gone.')
}

type Told = ClientOrder & Pick<PackageOrder, 'parity'> & { compilerVersion: string; workbookHash: string }

/** The text of the program, and the engine data that is not in it. */
async function programOf(
  { tenantId, services: { execution } }: Context,
  version: RunnableVersion,
): Promise<{ program: string; settings: PortableSettings }> {
  if (!version.mayLeave) throw new JobFailure('The author does not let the engine be handed out.', 'PERMISSION_DENIED')
  const { content } = await execution.engines.get(tenantId, version)
  if (content.program === undefined) {
    throw new JobFailure('The engine has no program that computes elsewhere.', 'ENGINE_NOT_PORTABLE')
  }
  const { inputs, outputs } = version.portNames
  const settings = {
    locale: content.locale,
    timeZone: content.timeZone,
    inputNames: namesOf(inputs),
    outputNames: namesOf(outputs),
  }
  return { program: content.program, settings }
}

async function computingOrder(context: Context, version: RunnableVersion, given: Told): Promise<PackageOrder> {
  const { tenantId, services, progress, signal } = context
  const { program, settings } = await programOf(context, version)
  const { names, engine, parity, compilerVersion, workbookHash } = given
  const { inputs, outputs, subservices, metadata } = engine.interface
  const sheet = await jsSheet({
    title: names.title,
    program,
    settings,
    metadata: {
      product: engine.productName,
      service: engine.serviceName,
      version: engine.revision,
      versionId: engine.versionId,
      compilerVersion,
      workbookHash,
      locale: settings.locale,
      parity: parity.verdict,
      inputs,
      outputs,
      subservices,
      metadata,
    },
  })
  progress(40)
  const cases = await casesOf(services, { tenantId, version, ports: engine.interface, signal })
  progress(70)
  assertSame(await trySheet(sheet.script, cases, signal))
  return { ...given, sheet, cases, madeAt: cases.options.now }
}

async function sqlFile(
  context: Context,
  kind: SqlPackageKind,
  version: RunnableVersion,
  given: Told,
): Promise<MadeFile> {
  const { tenantId, services, progress, signal } = context
  const { names, engine, parity, compilerVersion, workbookHash } = given
  const { inputs, outputs } = engine.interface
  const order = await programOf(context, version)
  const passable = (all: Readonly<Record<string, unknown>>) => passableInputs(inputs, all)
  const cases = await casesOf(services, { tenantId, version, ports: engine.interface, signal, passable })
  progress(40)
  const about = [
    names.title,
    `Version ${engine.revision} (${engine.versionId}), made ${cases.options.now}`,
    `Compiled by Sheetwright, compiler ${compilerVersion}; proof: ${parity.verdict}`,
    `Workbook SHA-256 ${workbookHash}`,
  ]
  const made = await sqlFunction(kind, { ...order, names, inputs, outputs, about, cases }).catch((reason: unknown) => {
    throw reason instanceof NotForDatabase ? new JobFailure(reason.message) : reason
  })
  progress(70)
  assertSame(await trySqlFunction(made, signal))
  const [only, ...others] = made.files
  if (only !== undefined && others.length === 0) {
    return { fileName: only.path, open: () => Readable.from([Buffer.from(only.content)]) }
  }
  return { fileName: `${names.npm}-${names.version}-bigquery.zip`, open: () => zipFile(made.files) }
}

function assertSame(difference: string | undefined): void {
  if (difference === undefined) return
  throw new JobFailure(`The package would not give what the server gives (${difference}), so it was not made.`)
}

function namesOf(given: Readonly<Record<string, { readonly name: string }>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(given ?? {}).map(([original, { name }]) => [original, name]))
}
