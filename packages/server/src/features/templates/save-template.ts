import { categoryOf, extensionOf, extensionsFor } from '@sheetwright/contract/documents/file-types.ts'
import { saveTemplate } from '@sheetwright/contract/templates/save-template.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type CallContext, handle } from '../../platform/http/handle.ts'
import { assertMayChange, existingTemplate } from './template.access.ts'
import { addStarters, insertTemplate, templateNameIndex, updateTemplate } from './template.store.ts'
import { assertWorkbook } from './workbook-content.ts'

type Context = CallContext<typeof saveTemplate>

export const saveTemplateHandler = handle(saveTemplate, async (context) => {
  const { caller, body, files, services } = context
  const content = files.File && contentOf(files.File)
  if (content !== undefined) {
    const { fileName, fileHash, fileSize } = content
    await assertWorkbook(fileName, fileSize, (part) => services.files.open(caller.tenantId, fileHash, part))
  }
  try {
    return await services.db.inTenant(caller.tenantId, async (tx) => {
      await addStarters(tx)
      const fields = { name: body.TemplateName, categories: body.Categories, description: body.Description }
      const before = body.Id === undefined ? undefined : await existingTemplate(tx, caller, body.Id)
      if (before !== undefined) assertMayChange(before)
      if (before === undefined && content === undefined) throw workbookMissing()
      const id =
        before?.id ?? (content === undefined ? undefined : await insertTemplate(tx, caller.userId, fields, content))
      if (id === undefined) throw workbookMissing()
      if (before !== undefined) await updateTemplate(tx, id, fields, content)
      await note(tx, context, id, before)
      return existingTemplate(tx, caller, id)
    })
  } catch (error) {
    if (!isUniqueViolation(error, templateNameIndex)) throw error
    throw new CallError('TEMPLATE_ALREADY_EXISTS', `There is already a template with the name "${body.TemplateName}"`)
  }
})

function contentOf({ fileName, hash, size }: { fileName: string; hash: string; size: number }) {
  if (categoryOf(fileName) === 'Excel') return { fileName, fileHash: hash, fileSize: size }
  throw new CallError('INVALID_FILE_TYPE', `Files like "${fileName}" are not workbooks`, [
    {
      field: 'body.File',
      message: `${extensionOf(fileName) || 'a file without an extension'} is not a workbook`,
      allowed: extensionsFor(['Excel']).join(' '),
    },
  ])
}

function workbookMissing(): CallError {
  return new CallError('MISSING_PARAMETERS', 'A new template needs a workbook', [
    { field: 'body.File', message: 'is missing', allowed: extensionsFor(['Excel']).join(' ') },
  ])
}

async function note(
  tx: TenantTransaction,
  { caller, body, correlationId }: Context,
  id: string,
  before: { readonly templateName: string; readonly categories: string[]; readonly description: string } | undefined,
): Promise<void> {
  await recordAudit(tx, actorOf(caller, correlationId), {
    action: before === undefined ? 'template.add' : 'template.update',
    entityType: 'template',
    entityId: id,
    entityName: body.TemplateName,
    before:
      before === undefined
        ? null
        : { name: before.templateName, categories: before.categories, description: before.description },
    after: { name: body.TemplateName, categories: body.Categories, description: body.Description },
  })
}
