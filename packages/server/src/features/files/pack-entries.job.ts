import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import type { Files } from '../../platform/files/files.ts'
import { defineJob, JobFailure } from '../../platform/jobs/definition.ts'
import { jobFileUrl, saveJobFile } from '../jobs/job-file.store.ts'
import { entriesWithin, type NestedEntry } from './entry.store.ts'

const mostZipBytes = 20 * 1024 ** 3

/** Packs folders and files into a zip for download. */
export const packEntries = defineJob({
  type: 'DownloadFolder',
  schema: z.object({
    Name: z.string(),
    entries: z.array(z.uuid()),
    groups: z.array(z.string()),
    isSupervisor: z.boolean(),
  }),
  run: async ({ jobId, tenantId, userId, data, services, signal, progress }) => {
    const { db, files } = services
    const viewer = { userId, groups: data.groups, isSupervisor: data.isSupervisor }
    const entries = await db.inTenant(
      tenantId,
      async (tx) => {
        const found: NestedEntry[] = []
        for (const id of data.entries) found.push(...(await entriesWithin(tx, viewer, id)))
        return found
      },
      { isolation: 'repeatable read', readOnly: true },
    )
    if (entries.length === 0) throw new JobFailure('The folders and files are gone.', 'FILE_NOT_FOUND')
    const total = entries.reduce((sum, { size }) => sum + size, 0)
    const zip = new ZipFile()
    const packed = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
    let done = 0
    const adding = addEntries(zip, files, tenantId, named(entries), signal, (size) => {
      done += size
      progress(total === 0 ? 95 : (done / total) * 95)
    })
    const [{ hash }] = await Promise.all([files.put(tenantId, packed, { maxBytes: mostZipBytes, signal }), adding])
    await db.inTenant(tenantId, (tx) => saveJobFile(tx, jobId, { hash, fileName: `${data.Name}.zip` }))
    return jobFileUrl(jobId)
  },
})

/** Entries of different folders can share a name; in the zip the later one gets a number. */
function named(entries: readonly NestedEntry[]): NestedEntry[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    let path = entry.path
    for (let number = 2; taken.has(path.toLowerCase()); number++)
      path = entry.path.replace(/(\.[^./]+)?$/, ` (${number})$1`)
    taken.add(path.toLowerCase())
    return { ...entry, path }
  })
}

/** Adds contents one at a time: each is opened only after the previous one is in the zip. */
async function addEntries(
  zip: ZipFile,
  files: Files,
  tenantId: string,
  entries: readonly NestedEntry[],
  signal: AbortSignal,
  onDone: (size: number) => void,
): Promise<void> {
  try {
    for (const { kind, path, hash, size, updatedAt } of entries) {
      signal.throwIfAborted()
      const mtime = new Date(updatedAt)
      if (kind === 'folder') {
        zip.addEmptyDirectory(path, { mtime })
        continue
      }
      const content = await files.open(tenantId, hash)
      zip.addReadStream(content, path, { mtime })
      await new Promise<void>((resolve, reject) =>
        content.once('end', resolve).once('error', reject).once('close', resolve),
      )
      onDone(size)
    }
    zip.end()
  } catch (error) {
    const output = zip.outputStream as Readable
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
