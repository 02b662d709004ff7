import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { folderFor, namesIn, shownFolder } from './entry.access.ts'
import { noteChange } from './entry-audit.ts'
import { assertContent, assertKnownType, checkedName, folderBelow, keepFiles } from './keep-file.ts'
import { openFolderZip } from './open-folder-zip.ts'

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

/** Files that are stored at the same time; most of the time is spent waiting for the disk. */
const storedAtOnce = 6

type Context = JobContext<z.output<typeof unpackRequest>>

/** Unpacks a zip into a folder: every file is stored and looked at first, then all are written down in one go. */
export const unpackFolder = defineJob({
  type: 'UploadFolder',
  schema: unpackRequest,
  run: async (context) => {
    try {
      return await unpack(context)
    } catch (error) {
      if (error instanceof CallError) throw new JobFailure(error.message, error.code)
      throw error
    }
  },
})

async function unpack(context: Context) {
  const { tenantId, userId, data, services, signal, progress } = context
  const viewer = { userId, groups: data.groups, isSupervisor: data.isSupervisor }
  const zip = await openFolderZip(services.files, tenantId, data.folderZip)
  const kept = await mapConcurrently(zip.files, storedAtOnce, async ({ path, size, open }, index) => {
    signal.throwIfAborted()
    progress((index / zip.files.length) * 90, path)
    const names = namesIn(path.replaceAll('\\', '/'))
    const name = checkedName(names.pop() ?? '', 'zip')
    assertKnownType(name)
    const content = await services.files.put(tenantId, await open(), { maxBytes: size, signal })
    await assertContent(services.files, tenantId, { name, ...content })
    return { name, ...content, path: [data.path, ...names].join('/') }
  })
  return services.db.inTenant(tenantId, async (tx) => {
    // A zip with one folder leads there when it is done.
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

/** Maps items in their order, some at the same time. After a failure nothing further is begun, and what was begun has ended. */
async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  let hasFailed = false
  const work = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return
      try {
        results[index] = await map(item, index)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results
}
