import { z } from 'zod'
import { moment } from '../dates.ts'
import { accessLevel } from '../permissions/access-level.ts'
import { fromJsonText } from '../json-text.ts'
import { readable } from '../names.ts'

/** Maximum file size of the file manager. */
export const fileBytes = 200 * 1024 * 1024

/** The parent folder of everything people create. It exists in every tenant and cannot be changed. */
export const filesRootId = '00000000-0000-0000-0000-000000000000'
export const filesRootPath = '/files'

/** The folder that shows the products. */
export const productsRootPath = '/products'

/** Maximum nesting of folders. */
export const mostLevels = 50

const forbidden = /[/\\:*?"<>|\p{Cc}]/u

/** The name of a folder or file: within the limits of file systems. */
export const entryName = z
  .string()
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    readable(z.string())
      .min(1)
      .max(255)
      .refine((name) => !forbidden.test(name), { error: 'must not contain / \\ : * ? " < > | or control characters' })
      .refine((name) => !/^\.+$/.test(name), { error: 'must not consist of dots alone' })
      .refine((name) => name.isWellFormed(), { error: 'must be text' }),
  )
  .meta({ id: 'EntryName', description: '1 to 255 characters, none of / \\ : * ? " < > |' })

/** Metadata that people add to a folder or file. */
export const entryMetadata = z
  .record(z.string().trim().min(1).max(60), z.string().trim().max(500))
  .refine((facts) => Object.keys(facts).length <= 30, { error: 'must have at most 30 entries' })
  .meta({ id: 'EntryMetadata', description: 'At most 30 facts: names of up to 60, values of up to 500 characters' })

export const privacyLevels = ['Public', 'Restricted', 'Private'] as const

export const privacyLevel = z.enum(privacyLevels).meta({
  id: 'PrivacyLevel',
  description:
    'Public: everybody of the tenant. Restricted: the listed groups and people, and supervisors. Private: the owner alone.',
})

export type PrivacyLevel = z.infer<typeof privacyLevel>

export const userGroups = z
  .array(z.string().min(1).max(200))
  .max(100)
  .describe('Groups that see it when it is Restricted')
export const userIds = z.array(z.uuid()).max(100).describe('People who see it when it is Restricted')

const common = {
  id: z.uuid(),
  name: z.string(),
  path: z.string().describe('From the root on, its own name at the end'),
  metadata: entryMetadata,
  privacyLevel,
  userGroups: z.array(z.string()),
  userIds: z.array(z.uuid()),
  access: accessLevel.describe('What the caller may do with it'),
  createdAt: moment,
  createdBy: z.string(),
  updatedAt: moment,
  deletedAt: moment.nullable(),
}

export const folder = z
  .object({
    ...common,
    parentId: z.uuid().nullable().describe('null at the top'),
    kind: z
      .enum(['folder', 'root', 'products', 'product', 'section'])
      .describe('Products and their sections are shown as folders; they are changed in the product'),
    productId: z.uuid().nullable().describe('The product that it shows, or belongs to'),
  })
  .meta({ id: 'Folder' })

export type Folder = z.infer<typeof folder>

export const file = z
  .object({
    ...common,
    folderId: z.uuid(),
    contentType: z.string(),
    size: z.int().min(0),
    hash: z.string().describe('SHA-256 of the content'),
    version: z.int().min(1).describe('The newest version; the first is 1'),
    updatedBy: z.string().describe('Who brought the newest version'),
    productId: z.uuid().nullable().describe('Of a document of a product'),
  })
  .meta({ id: 'StoredFile' })

export type FileEntry = z.infer<typeof file>

/** A folder by its path, such as `/files/2026`; by default the root. */
export const folderPath = z
  .string()
  .max(10_000)
  .default(filesRootPath)
  .describe(`Path of a folder: ${filesRootPath}/…, ${productsRootPath}/…, or / for both`)

export const entryParams = z.strictObject({ id: z.uuid() })

/** The editable fields of a folder or file. Omitted fields stay unchanged. */
export const entryChanges = {
  name: entryName.optional(),
  folderId: z.uuid().optional().describe('Moves it into this folder'),
  metadata: entryMetadata.optional(),
  privacyLevel: privacyLevel.optional(),
  userGroups: userGroups.optional(),
  userIds: userIds.optional(),
}

export const entryErrors = [
  'FOLDER_NOT_FOUND',
  'FILE_NOT_FOUND',
  'ENTRY_ALREADY_EXISTS',
  'FOLDER_NOT_ALLOWED',
  'PERMISSION_DENIED',
] as const

/** JSON in a text field of a form. */
export function jsonField<S extends z.ZodType>(schema: S, empty: string) {
  return z.string().max(60_000).default(empty).transform(fromJsonText('must be JSON')).pipe(schema)
}

/** The fields of a new file other than its content. */
export const newFile = {
  FolderId: z.uuid().default(filesRootId).describe('The folder; the root of the files unless given'),
  Path: z
    .string()
    .max(10_000)
    .default('')
    .describe('Folders below that one, such as 2026/May; made where they are missing'),
  PrivacyLevel: privacyLevel.optional().describe('Public unless given; kept when the file is there already'),
  Metadata: jsonField(entryMetadata, '{}').describe('A JSON object of texts'),
  UserGroups: jsonField(userGroups, '[]').describe('A JSON list of groups'),
}
