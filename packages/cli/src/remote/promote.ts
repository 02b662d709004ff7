import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { downloadOriginal } from '@sheetwright/contract/engines/download-original.ts'
import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { getPromotion } from '@sheetwright/contract/engines/get-promotion.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { rollBack as rollBackCall } from '@sheetwright/contract/engines/roll-back.ts'
import { downloadServicesExport } from '@sheetwright/contract/products/zip/download-services-export.ts'
import { exportServices } from '@sheetwright/contract/products/zip/export-services.ts'
import { getServicesExport } from '@sheetwright/contract/products/zip/get-services-export.ts'
import { getServicesImport } from '@sheetwright/contract/products/zip/get-services-import.ts'
import { importServices } from '@sheetwright/contract/products/zip/import-services.ts'
import type { VersionDiff } from '@sheetwright/compiler/diff.ts'
import { diffFiles, tellDifferences } from '../diff.ts'
import { type CommandLine, readCommandLine, UsageProblem, wrongUse } from '../command-line.ts'
import { addressOf, type Connection, connect, remoteOptions, versionOption } from './connection.ts'
import { waitFor } from './progress.ts'

const { url: _, ...addressOptions } = remoteOptions

export const promoteLine = {
  usage: 'promote --from URL --to URL --product NAME --engine NAME',
  meaning: 'show what bringing a version to another installation would change, and do it',
  options: {
    ...addressOptions,
    from: { type: 'string', value: 'URL', meaning: 'the server that has the version' },
    to: { type: 'string', value: 'URL', meaning: 'the server that gets it' },
    version: { ...versionOption, meaning: 'this version, by revision or id; the one in use unless given' },
    apply: { type: 'boolean', meaning: 'do it' },
    'roll-back': { type: 'boolean', meaning: 'take back the last one' },
  },
} as const satisfies CommandLine

interface Address {
  readonly product: string
  readonly engine: string
}

/** What promoting would do, or did. */
interface Plan {
  readonly action: 'promote' | 'nothing' | 'roll back'
  readonly revision: string
  /** The version that runs in the target now. */
  readonly replaces: string | null
  readonly sourceProof: string
  /** Between the running version of the target and the new one; null if none runs there. */
  readonly differences?: VersionDiff | null
  /** After applying: both sides have compiled and proved the same workbook. */
  readonly targetRevision?: string
  readonly targetProof?: string
  /** A draft if the target requires tests or a second person first. */
  readonly targetState?: string
  /** Approvals that were transferred with it. */
  readonly approvals?: number
}

/**
 * `promote`: shows what would be promoted from one installation to another; --apply promotes it, --roll-back reverts
 * the last promotion.
 */
export async function promote(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(args, promoteLine)
  const address = addressOf(values, promoteLine)
  if (values.to === undefined || (values.apply && values['roll-back'])) throw wrongUse(promoteLine)
  const target = await connect(values.to)
  if (values['roll-back']) return tell(await rollBack(target, address), values.json)
  if (values.from === undefined) throw wrongUse(promoteLine)
  const source = await connect(values.from)
  const version = await chosen(source, address, values.version)
  const there = await versionsOf(target, address)
  const plan = await planOf(source, address, version, there)
  if (plan.action === 'nothing') return tell(plan, values.json)
  if (!values.apply) {
    const differences = await differencesOf({ source, target }, address, version, there)
    return tell({ ...plan, differences }, values.json)
  }
  const after = await apply(source, target, address, version, there)
  return tell({ ...plan, ...after }, values.json)
}

function tell(plan: Plan, json: boolean | undefined): number {
  const isWrong = plan.targetProof !== undefined && plan.targetProof !== plan.sourceProof
  if (json) console.log(JSON.stringify(plan))
  else {
    const replaces = plan.replaces === null ? 'nothing runs there yet' : `${plan.replaces} runs there now`
    const done =
      plan.targetRevision === undefined ? '' : ` It is ${plan.targetRevision} there (proof: ${plan.targetProof}).`
    const isThere = plan.action === 'nothing'
    const what = isThere ? 'Nothing to do: the same workbook runs there already.' : `${plan.action} ${plan.revision}`
    console.log(isThere ? what : `${what} (proof: ${plan.sourceProof}; ${replaces}).${done}`)
    if (plan.targetState === 'Draft') console.log('It waits as a draft there until it is reviewed and published.')
    if (plan.differences) tellDifferences(plan.differences)
  }
  if (isWrong) console.error('The two installations prove the same workbook differently.')
  return isWrong ? 1 : 0
}

async function versionsOf({ client }: Connection, params: Address): Promise<readonly EngineVersion[]> {
  try {
    return (await client.call(getVersions, { params })).items
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

async function chosen(source: Connection, address: Address, wanted: string | undefined): Promise<EngineVersion> {
  const versions = await versionsOf(source, address)
  const found = versions.find(({ state, revision, id }) =>
    wanted === undefined ? state === 'Active' : revision === wanted || id === wanted,
  )
  if (found?.state === 'Active') return found
  throw new UsageProblem(
    found === undefined
      ? `There is no version ${wanted ?? 'in use'} to promote.`
      : `Version ${found.revision} is not published.`,
  )
}

async function planOf(
  source: Connection,
  address: Address,
  { id, revision, fileHash }: EngineVersion,
  there: readonly EngineVersion[],
): Promise<Plan> {
  const running = runningOf(there)
  const {
    parity: { verdict },
  } = await source.client.call(getParity, { params: { ...address, version: id } })
  const isThere = running?.fileHash === fileHash
  return {
    action: isThere ? 'nothing' : 'promote',
    revision,
    replaces: running?.revision ?? null,
    sourceProof: verdict,
  }
}

function runningOf(versions: readonly EngineVersion[]): EngineVersion | undefined {
  return versions.find(({ state }) => state === 'Active')
}

/** Compares the new workbook with the one running in the target. */
async function differencesOf(
  { source, target }: { readonly source: Connection; readonly target: Connection },
  address: Address,
  version: EngineVersion,
  there: readonly EngineVersion[],
): Promise<VersionDiff | null> {
  const running = runningOf(there)
  if (running === undefined) return null
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-promote-'))
  const saved = async ({ client }: Connection, { id, fileName }: EngineVersion, name: string) => {
    const { blob } = await client.call(downloadOriginal, { params: { ...address, version: id } })
    const file = path.join(folder, `${name}${path.extname(fileName)}`)
    await writeFile(file, new Uint8Array(await blob.arrayBuffer()))
    return file
  }
  try {
    return await diffFiles(await saved(target, running, 'before'), await saved(source, version, 'after'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function apply(
  source: Connection,
  target: Connection,
  address: Address,
  { revision }: EngineVersion,
  before: readonly EngineVersion[],
): Promise<Pick<Plan, 'targetRevision' | 'targetProof' | 'targetState' | 'approvals'>> {
  const content = await exported(source, address, revision)
  const tenant = target.tenant
  const started = await target.client.call(importServices, {
    params: { tenant },
    body: { importRequestEntity: JSON.stringify({ services_existing: 'add_version', source_system: source.url }) },
    files: { file: { content, fileName: 'promotion.zip' } },
  })
  const state = await waitFor(
    () => target.client.call(getServicesImport, { params: { tenant, import: started.id } }),
    ({ status }) => status === 'completed' || status === 'closed',
    () => `Importing into ${target.url} …`,
  )
  if (state.status !== 'completed') throw new TransferFailed(state.errors)
  const known = new Set(before.map(({ id }) => id))
  const made = (await versionsOf(target, address)).find(({ id }) => !known.has(id))
  if (made === undefined) throw new TransferFailed([{ message: 'The import made no version' }])
  const params = { ...address, version: made.id }
  const {
    parity: { verdict },
  } = await target.client.call(getParity, { params })
  const approvals = (await target.client.call(getPromotion, { params }))?.approvals.length ?? 0
  return { targetRevision: made.revision, targetProof: verdict, targetState: made.state, approvals }
}

async function exported(
  { client, tenant, url }: Connection,
  { product, engine }: Address,
  revision: string,
): Promise<Blob> {
  const { id } = await client.call(exportServices, {
    params: { tenant },
    body: { inputs: { services: [`${product}/${engine}[${revision}]`] } },
  })
  const state = await waitFor(
    () => client.call(getServicesExport, { params: { tenant, export: id } }),
    ({ status }) => status === 'completed' || status === 'closed',
    () => `Exporting from ${url} …`,
  )
  const file = state.outputs.files[0]
  if (state.status !== 'completed' || file === undefined) throw new TransferFailed(state.errors)
  const job = file.file.split('/').at(-1) ?? ''
  return (await client.call(downloadServicesExport, { params: { tenant, export: id, job } })).blob
}

/** Deactivates the running version, so that the one before runs again. */
async function rollBack({ client }: Connection & object, params: Address): Promise<Plan> {
  const { items } = await client.call(getVersions, { params })
  const now = Date.now()
  const running = items.find(
    ({ state, effectiveStartDate, effectiveEndDate }) =>
      state === 'Active' && Date.parse(effectiveStartDate) <= now && now <= Date.parse(effectiveEndDate),
  )
  if (running === undefined) throw new UsageProblem('No version is in use that could be rolled back.')
  const before = await client.call(rollBackCall, { params: { ...params, version: running.id } })
  const {
    parity: { verdict },
  } = await client.call(getParity, { params: { ...params, version: before.id } })
  return {
    action: 'roll back',
    revision: running.revision,
    replaces: running.revision,
    sourceProof: verdict,
    targetRevision: before.revision,
    targetProof: verdict,
  }
}

export class TransferFailed extends Error {
  constructor(errors: readonly { readonly message: string }[] | null) {
    super(errors?.map(({ message }) => message).join(' ') || 'The transfer failed')
  }
}
