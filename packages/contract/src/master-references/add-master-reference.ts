import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { effectiveDate, releaseNote } from '../engines/engine-address.ts'
import { jsonText, maxWorkbookBytes } from '../engines/engine-upload.ts'
import { versionUpgrade } from '../engines/revision.ts'
import { entityName } from '../names.ts'
import { masterReferenceVersion } from './master-reference.ts'

const addData = z.strictObject({
  serviceName: entityName.optional().describe("The file's name without its extension unless given"),
  releaseNote: releaseNote.default(''),
  versionUpgrade: versionUpgrade
    .optional()
    .describe('Major where a range or heading is gone, minor where one was added, else patch, unless given'),
  effectiveStartDate: effectiveDate.optional(),
  effectiveEndDate: effectiveDate.optional(),
  publish: z.boolean().default(false),
})

/** The report on an added workbook. */
export const addedMasterReference = z
  .object({
    documentId: z.uuid(),
    serviceName: z.string(),
    isNew: z.boolean().describe('False: a further version of a document that was there'),
    version: masterReferenceVersion,
    changes: z
      .array(z.object({ range: z.string(), change: z.enum(['added', 'removed', 'headings', 'rows']) }))
      .describe('Beside the version before'),
  })
  .meta({ id: 'AddedMasterReference' })

export const addMasterReference = defineCall({
  id: 'masterReferences.addMasterReference',
  method: 'POST',
  path: '/api/MasterReference/add',
  summary:
    'Add a workbook with Xref_ ranges as a new master reference document, or as the next version of the one with the same ' +
    'service name. Answers when its ranges have been read.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({ data: jsonText.pipe(addData).describe('What to make of the workbook, as JSON text') }),
    files: { file: { required: true, maxBytes: maxWorkbookBytes, description: 'The workbook' } },
  },
  output: data(addedMasterReference),
  errors: [
    'INVALID_FILE_TYPE',
    'INVALID_MASTER_REFERENCE',
    'CORRUPT_EXCEL_FILE_FOR_TYPE1',
    'ENGINE_BUILD_LIMIT_EXCEEDED',
  ],
})
