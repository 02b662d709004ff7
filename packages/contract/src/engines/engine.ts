import { z } from 'zod'
import { moment } from '../dates.ts'
import { accessLevel } from '../permissions/access-level.ts'
import { revision } from './revision.ts'

export const engineType = z.enum(['Type1', 'Type2', 'Type3', 'Type4']).meta({
  id: 'EngineType',
  description: 'Compiled, interpreted, LibreOffice, connector',
})

export type EngineType = z.infer<typeof engineType>

export const versionState = z.enum(['Draft', 'Active', 'Inactive', 'Archived']).meta({ id: 'VersionState' })

export type VersionState = z.infer<typeof versionState>

/** Page size of the dashboard and the engines page. */
export const enginePageSize = 3

/** A new version is in effect from its upload, by default for this many years. */
export const effectiveYears = 10

/** One uploaded workbook of an engine. */
export const engineVersion = z
  .object({
    id: z.uuid(),
    revision,
    state: versionState,
    releaseNote: z.string(),
    effectiveStartDate: moment,
    effectiveEndDate: moment,
    createdAt: moment,
    createdBy: z.string(),
    publishedAt: moment.nullable(),
    publishedBy: z.string().nullable(),
    fileName: z.string(),
    fileSize: z.int(),
    fileHash: z.string(),
    restoredFrom: revision.nullable(),
    blockedBecause: z.string().nullable().describe('Why it must not be published'),
    lintScore: z
      .int()
      .nullable()
      .describe('How well the workbook is kept: 100 is one without findings; null where it was not looked at'),
    referenceUpdateRequired: z.boolean().describe('A table that it copied differs from its master'),
  })
  .meta({ id: 'EngineVersion' })

export type EngineVersion = z.infer<typeof engineVersion>

/** An engine as lists show it; `version` is the running one, or else the newest. */
export const engine = z
  .object({
    id: z.uuid(),
    productId: z.uuid(),
    productName: z.string(),
    serviceName: z.string(),
    name: z.string(),
    owner: z.string(),
    engineType,
    connectorUrl: z.string().nullable(),
    isPublic: z.boolean(),
    mayLeave: z.boolean().describe('May be handed to browsers and SDKs as a program'),
    forAssistants: z.boolean().describe('Assistants find it as a tool'),
    favorite: z.boolean().describe('A favourite of the caller'),
    access: accessLevel.describe('What the caller may do with it'),
    revision: revision.nullable(),
    version: engineVersion.nullable(),
    versionCount: z.int(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Engine' })

export type Engine = z.infer<typeof engine>
