import { createDocument } from '@sheetwright/contract/documents/create-document.ts'
import {
  accepts,
  categoryOf,
  extensionsFor,
  productFileTypes,
  type UploadCategory,
} from '@sheetwright/contract/documents/file-types.ts'
import { documentName } from '@sheetwright/contract/documents/document.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type CallContext, handle } from '../../platform/http/handle.ts'
import { checkContent } from '../../platform/files/check-content.ts'
import { productFor, requireAdding, sectionFor } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { documentFor } from './document.access.ts'
import { findByName, insertDocument, insertVersion, lockDocument, updateDocument } from './document.store.ts'
import { lockSection, type StoredSection } from './section.store.ts'

type Context = CallContext<typeof createDocument>

export const createDocumentHandler = handle(createDocument, async (context) => {
  const { caller, files, services } = context
  const { hash, size } = files.File
  const fileName = checkedName(files.File.fileName)
  const category = knownCategory(fileName)
  assertSize(size, services.settings.maxUploadMegabytes)
  // Check permissions first: content from a caller who may not add it is never read.
  await services.db.inTenant(caller.tenantId, (tx) => allowedSection(tx, context, category))
  await checkContent(fileName, category, { size, open: (range) => services.files.open(caller.tenantId, hash, range) })
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const { product, section } = await allowedSection(tx, context, category)
    await lockSection(tx, section.id)
    const content = { hash, size, uploadedBy: caller.userId }
    const given = { productId: product.id, section, fileName, metadata: context.body.Metadata }
    const present = await findByName(tx, caller, section.id, fileName)
    const id = present?.id ?? (await insertDocument(tx, given, content))
    if (present !== undefined) await addVersion(tx, present, content, context)
    await services.events.publish(tx, { type: 'document.changed', id: product.id })
    const { document } = await documentFor(tx, caller, { product: product.id, document: id }, 'view')
    await auditContent(tx, context, {
      product,
      action: present === undefined ? 'document.add' : 'document.version',
      subject: fileName,
      after: { section: section.name, version: document.version, hash, size },
    })
    return document
  })
})

/** The document keeps its notes unless the new version brings its own. */
async function addVersion(
  tx: TenantTransaction,
  present: { readonly id: string; readonly metadata: Record<string, string> },
  content: { hash: string; size: number; uploadedBy: string },
  { body }: Context,
): Promise<void> {
  await lockDocument(tx, present.id)
  await insertVersion(tx, present.id, content)
  if (Object.keys(body.Metadata).length === 0) return
  await updateDocument(tx, present.id, { metadata: { ...present.metadata, ...body.Metadata } })
}

async function allowedSection(tx: TenantTransaction, { caller, params, body }: Context, category: UploadCategory) {
  const product = await productFor(tx, caller, params.product, 'edit')
  const section: StoredSection = await sectionFor(tx, product, body.DocumentType)
  await requireAdding(tx, caller, section)
  if (accepts(section.fileTypes, category)) return { product, section }
  throw new CallError('INVALID_FILE_TYPE', `The section "${section.name}" does not take files of this type`, [
    {
      field: 'body.File',
      message: 'is of a type that the section does not take',
      allowed: extensionsFor(section.fileTypes).join(' '),
    },
  ])
}

/** Document names appear in downloads and lists, so the rules of all names apply. */
function checkedName(sent: string): string {
  const name = documentName.safeParse(sent.normalize('NFC'))
  if (name.success) return name.data
  const message = name.error.issues[0]?.message ?? 'is not a name for a document'
  throw new CallError('INVALID_INPUT', 'The file cannot be kept under its name', [
    {
      field: 'body.File',
      message: `has a name that ${message}`,
      allowed: '1 to 120 characters, none of / \\ : * ? " < > |',
    },
  ])
}

function knownCategory(fileName: string): UploadCategory {
  const category = categoryOf(fileName)
  if (category !== undefined) return category
  throw new CallError('INVALID_FILE_TYPE', `Files like "${fileName}" are not accepted`, [
    { field: 'body.File', message: 'is not of an accepted type', allowed: extensionsFor(productFileTypes).join(' ') },
  ])
}

function assertSize(size: number, maxMegabytes: number): void {
  if (size <= maxMegabytes * 1024 * 1024) return
  throw new CallError('FILE_SIZE_LIMIT_EXCEEDED', `Files of up to ${maxMegabytes} MB are accepted`)
}
