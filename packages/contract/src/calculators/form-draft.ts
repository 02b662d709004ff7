import { z } from 'zod'
import { moment } from '../dates.ts'
import { enginePort } from '../engines/interface.ts'
import { formLayout } from './form-layout.ts'
import { formSpec } from './form-spec.ts'

/** An input or output that a form was made for. */
export const knownPort = z.object({
  direction: z.enum(['input', 'output']),
  name: z.string(),
  shape: enginePort.shape.shape,
  type: enginePort.shape.type,
})

export type KnownPort = z.infer<typeof knownPort>

/** Differences between a version's interface and the one a form was made for. */
const interfaceChange = z
  .object({
    kind: z.enum(['added', 'removed', 'retyped']),
    direction: z.enum(['input', 'output']),
    name: z.string(),
  })
  .meta({ id: 'InterfaceChange' })

export type InterfaceChange = z.infer<typeof interfaceChange>

/** A published version of a form. */
export const formVersion = z
  .object({
    number: z.int().min(1),
    note: z.string(),
    publishedBy: z.string(),
    publishedAt: moment,
  })
  .meta({ id: 'FormVersion' })

export type FormVersion = z.infer<typeof formVersion>

/** The state of the form builder. */
export const formDraft = z
  .object({
    edition: z.int().min(0).describe('Counts the saves of the draft; 0 while there is none'),
    savedBy: z.string().nullable(),
    savedAt: moment.nullable(),
    isPublished: z.boolean().describe('The draft is what is published'),
    published: formVersion.nullable(),
    changes: z.array(interfaceChange).describe('How the interface differs from the one that the draft was made for'),
    spec: formSpec.describe('The draft, fitted to the interface'),
    own: formLayout.describe('The form that the engine has by itself'),
  })
  .meta({ id: 'FormDraft' })

export type FormDraft = z.infer<typeof formDraft>

export const engineVersionQuery = z.strictObject({
  versionId: z.uuid().optional().describe('The version whose interface counts; the one in effect unless given'),
})

export const edition = z.int().min(0).describe('Of the draft that was read; another one since then is a CONFLICT')
