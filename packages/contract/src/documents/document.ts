import { z } from 'zod'
import { moment } from '../dates.ts'
import { entityName, readable } from '../names.ts'
import { accessLevel } from '../permissions/access-level.ts'
import { documentFileTypes } from './file-types.ts'
import { ordinalText } from '../ordinal.ts'

/** Maximum size of a document. */
export const documentBytes = 200 * 1024 * 1024

export const documentPageSize = 20

/** The name of a document: like all names, and readable as it is, so that it cannot hide its extension. */
export const documentName = readable(entityName).meta({
  id: 'DocumentName',
  description: '1 to 120 characters, none of / \\ : * ? " < > |',
})

/** Metadata that people add to a document: short names with short values. */
export const documentMetadata = z
  .record(z.string().trim().min(1).max(60), z.string().trim().max(500))
  .refine((facts) => Object.keys(facts).length <= 30, { error: 'must have at most 30 entries' })
  .meta({ id: 'DocumentMetadata', description: 'At most 30 facts: names of up to 60, values of up to 500 characters' })

export const productDocument = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    documentType: z.string().describe('Name of the section it is in; of a deleted document, where it was'),
    sectionId: z.uuid().nullable().describe('null when its section was deleted with it'),
    fileType: z.enum(documentFileTypes),
    contentType: z.string(),
    size: z.int().min(0),
    hash: z.string().describe('SHA-256 of the content'),
    version: z.int().min(1).describe('The newest version; the first is 1'),
    favorite: z.boolean().describe('A favourite of the caller'),
    metadata: documentMetadata,
    access: accessLevel.describe('What the caller may do with it'),
    uploadedBy: z.string().describe('Who brought the newest version'),
    createdAt: moment,
    updatedAt: moment,
    deletedAt: moment.nullable(),
  })
  .meta({ id: 'ProductDocument' })

export type ProductDocument = z.infer<typeof productDocument>

export const documentParams = z.strictObject({
  product: z.string().min(1).max(200).describe('Id or name'),
  document: z.uuid(),
})

export const versionQuery = z.strictObject({
  version: ordinalText.optional().describe('The newest unless given'),
})
