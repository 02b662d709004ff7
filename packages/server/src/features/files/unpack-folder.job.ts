import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { DamagedZip } from '../../platform/files/stored-zip.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { mapConcurrently } from '../../platform/map-concurrently.ts'
import { folderFor, namesIn, shownFolder } from './entry.access.ts'
import { noteChange } from './entry-audit.ts'
import { assertBytes, assertContent, assertKnownType, checkedName, folderBelow, keepFiles } from './keep-file.ts'
import { openFolderZip, type ZippedFile } from './open-folder-zip.ts'

const unpackRequest = z.object({
  Name: z.string(),
  folderId: z.uuid(),
  path: z.string(),
  folderZip: z.object({ hash: z.string(), size: z.int() }),
  groups: z.array(z.string()),
  isSupervisor: z.boolean(),
  actorName: z.string(),
  correlationId: z.string(),
})

/** Smaller files are stored in batches: storing one costs the same as storing a hundred. */
const smallBytes = 256 * 1024
const batchFiles = 500
const batchBytes = 8 * 1024 * 1024

/** Files unpacked and batches stored at the same time. */
const unpackedAtOnce = 6
const batchesAtOnce = 2

type Context = JobContext<z.output<typeof unpackRequest>>

/** Unpacks a zip into a folder: every file is stored and checked first, then all are inserted at once. */
export const unpackFolder = defineJob({
  type: 'UploadFolder',
  schema: unpackRequest,
  run: async (context) => {
    try {
      return await unpack(context)
    } catch (error) {
      if (error instanceof CallError) throw new JobFailure(error.message, error.code)
      if (error instanceof DamagedZip) throw new JobFailure(error.message, 'INVALID_FILE_TYPE')
      throw error
    }
  },
})

async function unpack(context: Context) {
  const { tenantId, userId, data, services, progress } = context
  const viewer = { userId, groups: data.groups, isSupervisor: data.isSupervisor }
  const zip = await openFolderZip(services.files, tenantId, data.folderZip)
  let stored = 0
  const keptBatches = await mapConcurrently(inBatches(zip.files), batchesAtOnce, async (batch) => {
    const kept = await storeBatch(context, batch)
    stored += batch.length
    progress((stored / zip.files.length) * 90, batch.at(-1)?.path)
    return kept
  })
  const kept = keptBatches.flat()
  return services.db.inTenant(tenantId, async (tx) => {
    // The result of a zip with a single folder is that folder.
    const below = (path: string) => folderBelow(tx, viewer, { folderId: data.folderId, path })
    for (const folder of zip.folders) await below(`${data.path}/${folder}`)
    await keepFiles(tx, viewer, data.folderId, kept)
    const target = shownFolder(await folderFor(tx, viewer, (await below(data.path)) ?? data.folderId))
    const actor = { userId, name: data.actorName, correlationId: data.correlationId }
    await noteChange(
      tx,
      { actor, events: services.events },
      { action: 'folder.unpack', entry: target, after: { zip: data.Name, files: kept.length, path: target.path } },
    )
    const address = namesIn(target.path).map(encodeURIComponent).join('/')
    const result = { files: kept.length, Url: `/admin/explorer/home/${address}` }
    await context.finish(tx, result)
    return result
  })
}

/** Consecutive files of the zip, with small ones batched together. */
function inBatches(files: readonly ZippedFile[]): ZippedFile[][] {
  const batches: ZippedFile[][] = []
  let open: ZippedFile[] | undefined
  let bytes = 0
  for (const file of files) {
    const isSmall = file.size <= smallBytes
    if (isSmall && open !== undefined && open.length < batchFiles && bytes + file.size <= batchBytes) {
      open.push(file)
      bytes += file.size
      continue
    }
    const begun = [file]
    batches.push(begun)
    open = isSmall ? begun : undefined
    bytes = file.size
  }
  return batches
}

/** Checks and stores the files of a batch; a large file has a batch of its own. */
async function storeBatch(context: Context, batch: readonly ZippedFile[]) {
  const { tenantId, data, services, signal } = context
  const named = batch.map((file) => {
    const names = namesIn(file.path.replaceAll('\\', '/'))
    const name = checkedName(names.pop() ?? '', 'zip')
    assertKnownType(name)
    return { ...file, name, path: [data.path, ...names].join('/') }
  })
  const [first] = named
  if (first !== undefined && first.size > smallBytes) {
    const content = await services.files.put(tenantId, await first.open(), { maxBytes: first.size, signal })
    await assertContent(services.files, tenantId, { name: first.name, ...content })
    return [{ name: first.name, path: first.path, ...content }]
  }
  const contents = await mapConcurrently(named, unpackedAtOnce, async ({ name, open }) => {
    signal.throwIfAborted()
    const bytes = await buffer(await open())
    await assertBytes(name, bytes)
    return bytes
  })
  const stored = await services.files.putAll(tenantId, contents)
  return named.flatMap(({ name, path }, index) => {
    const content = stored[index]
    return content === undefined ? [] : [{ name, path, ...content }]
  })
}
