import { Readable } from 'node:stream'
import { entryName, mostLevels, type PrivacyLevel } from '@sheetwright/contract/files/file-entry.ts'
import { categoryOf, extensionsFor, productFileTypes } from '@sheetwright/contract/documents/file-types.ts'
import { holdLock } from '../../platform/db/advisory-locks.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { checkContent } from '../../platform/files/check-content.ts'
import type { ByteRange } from '../../platform/files/file-store.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { folderFor, namesIn, notAllowed } from './entry.access.ts'
import { chainOf, type EntryViewer, findByName } from './entry.store.ts'
import { holdFolder, insertFile, insertFreeFiles, insertFolder, insertVersion } from './entry-changes.store.ts'
import { alreadyExists } from './entry-failures.ts'

/** The destination of a file: a folder id, and a path below it whose missing folders are created. */
export interface Destination {
  readonly folderId: string
  readonly path: string
}

export interface KeptContent {
  readonly name: string
  readonly hash: string
  readonly size: number
}

interface Extras {
  readonly metadata?: Record<string, string>
  readonly privacyLevel?: PrivacyLevel | undefined
  readonly userGroups?: readonly string[]
}

/** File names appear in downloads and lists, so the rules of all names apply. */
export function checkedName(sent: string, field: string): string {
  const name = entryName.safeParse(sent)
  if (name.success) return name.data
  throw new CallError('INVALID_INPUT', 'The file cannot be kept under its name', [
    {
      field,
      message: `has a name that ${name.error.issues[0]?.message ?? 'cannot be kept'}`,
      allowed: '1 to 255 characters, none of / \\ : * ? " < > |',
    },
  ])
}

export function assertKnownType(name: string): void {
  if (categoryOf(name) !== undefined) return
  throw new CallError('INVALID_FILE_TYPE', `Files like "${name}" are not accepted`, [
    { field: 'body.File', message: 'is not of an accepted type', allowed: extensionsFor(productFileTypes).join(' ') },
  ])
}

/** Refuses content that does not match the type in its name. */
export async function assertContent(files: Files, tenantId: string, { name, hash, size }: KeptContent): Promise<void> {
  const category = categoryOf(name)
  if (category === undefined) return assertKnownType(name)
  await checkContent(name, category, { size, open: (range) => files.open(tenantId, hash, range) })
}

/** The same for content in memory. */
export async function assertBytes(name: string, bytes: Buffer): Promise<void> {
  const category = categoryOf(name)
  if (category === undefined) return assertKnownType(name)
  const open = async ({ start, end }: ByteRange) => Readable.from([bytes.subarray(start, end + 1)])
  await checkContent(name, category, { size: bytes.length, open })
}

/** Stores content as a file, or as the next version of the existing file; returns which. */
export async function keepFile(
  tx: TenantTransaction,
  viewer: EntryViewer,
  destination: Destination,
  content: KeptContent,
  extras: Extras = {},
): Promise<{ id: string; version: number }> {
  const { name, hash, size } = content
  const parentId = await folderBelow(tx, viewer, destination)
  // Serializes uploads of the same name: the second one becomes a version.
  await holdName(tx, parentId, name)
  const present = await findByName(tx, parentId, name)
  const stored = { hash, size, uploadedBy: viewer.userId }
  if (present === undefined) {
    const id = await insertFile(
      tx,
      {
        parentId,
        name,
        metadata: extras.metadata ?? {},
        privacyLevel: extras.privacyLevel ?? 'Public',
        userGroups: extras.userGroups ?? [],
        userIds: [],
        ownerId: viewer.userId,
      },
      stored,
    )
    return { id, version: 1 }
  }
  return keepVersion(tx, viewer, present, name, stored)
}

/** Stores the next version of an existing file. */
async function keepVersion(
  tx: TenantTransaction,
  viewer: EntryViewer,
  present: { id: string; kind: 'folder' | 'file' },
  name: string,
  stored: { hash: string; size: number; uploadedBy: string },
): Promise<{ id: string; version: number }> {
  if (present.kind === 'folder' || (await chainOf(tx, viewer, present.id)).length === 0) throw alreadyExists(name)
  const version = await insertVersion(tx, present.id, stored)
  if (version === undefined) throw alreadyExists(name)
  return { id: present.id, version }
}

/** Stores many contents, each as a file or as the next version of the existing one. */
export async function keepFiles(
  tx: TenantTransaction,
  viewer: EntryViewer,
  folderId: string,
  contents: readonly (KeptContent & { readonly path: string })[],
): Promise<void> {
  const folders = new Map<string, string | null>()
  for (const { path } of contents) {
    if (!folders.has(path)) folders.set(path, await folderBelow(tx, viewer, { folderId, path }))
  }
  const files = contents.map(({ path, ...content }) => ({ ...content, parentId: folders.get(path) ?? null }))
  const added = await insertFreeFiles(tx, viewer.userId, files)
  for (const [index, { parentId, name, hash, size }] of files.entries()) {
    if (added.has(index)) continue
    const present = await findByName(tx, parentId, name)
    if (present === undefined) throw alreadyExists(name)
    await keepVersion(tx, viewer, present, name, { hash, size, uploadedBy: viewer.userId })
  }
}

/** The folder at a path, with missing folders created; locked until the transaction ends. Null is the root. */
export async function folderBelow(
  tx: TenantTransaction,
  viewer: EntryViewer,
  { folderId, path }: Destination,
): Promise<string | null> {
  const { entry, parents } = await folderFor(tx, viewer, folderId)
  const names = namesIn(path).map((name) => checkedName(name, 'body.Path'))
  if (parents.length + names.length + 1 > mostLevels) throw notAllowed(`Folders go ${mostLevels} levels deep at most`)
  let parentId = entry?.id ?? null
  await hold(tx, parentId)
  for (const name of names) {
    await holdName(tx, parentId, name)
    const present = await findByName(tx, parentId, name)
    if (present === undefined) {
      parentId = await insertFolder(tx, {
        parentId,
        name,
        metadata: {},
        privacyLevel: 'Public',
        userGroups: [],
        userIds: [],
        ownerId: viewer.userId,
      })
      continue
    }
    if (present.kind === 'file' || (await chainOf(tx, viewer, present.id)).length === 0) throw alreadyExists(name)
    parentId = present.id
    await hold(tx, parentId)
  }
  return parentId
}

async function hold(tx: TenantTransaction, id: string | null): Promise<void> {
  if (id !== null && !(await holdFolder(tx, id))) throw new CallError('FOLDER_NOT_FOUND', 'The folder is gone')
}

async function holdName(tx: TenantTransaction, parentId: string | null, name: string): Promise<void> {
  await holdLock(tx, `file:${tx.tenantId}:${parentId ?? ''}:${name.normalize('NFKC').toLowerCase()}`)
}
