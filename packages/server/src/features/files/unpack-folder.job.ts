import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { folderFor, namesIn, shownFolder } from './entry.access.ts'
import { noteChange } from './entry-audit.ts'
import { assertContent, assertKnownType, checkedName, folderBelow, keepFile, type KeptContent } from './keep-file.ts'
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
  const kept: (KeptContent & { readonly path: string })[] = []
  for (const [index, { path, size, open }] of zip.files.entries()) {
    signal.throwIfAborted()
    progress((index / zip.files.length) * 90, path)
    const names = namesIn(path.replaceAll('\\', '/'))
    const name = checkedName(names.pop() ?? '', 'zip')
    assertKnownType(name)
    const content = await services.files.put(tenantId, await open(), { maxBytes: size, signal })
    await assertContent(services.files, tenantId, { name, ...content })
    kept.push({ name, ...content, path: [data.path, ...names].join('/') })
  }
  return services.db.inTenant(tenantId, async (tx) => {
    // A zip with one folder leads there when it is done.
    const below = (path: string) => folderBelow(tx, viewer, { folderId: data.folderId, path })
    for (const folder of zip.folders) await below(`${data.path}/${folder}`)
    for (const { path, ...content } of kept) await keepFile(tx, viewer, { folderId: data.folderId, path }, content)
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
