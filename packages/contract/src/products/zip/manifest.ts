import { knownPort } from '../../calculators/form-draft.ts'
import { formLayout } from '../../calculators/form-layout.ts'
import { z } from 'zod'
import { day, moment } from '../../dates.ts'
import { documentName } from '../../documents/document.ts'
import { fileTypes, mostSections, sectionName } from '../../documents/section.ts'
import { engineType, versionState } from '../../engines/engine.ts'
import { foreignApproval, foreignProof } from '../../engines/promotion.ts'
import { iteration } from '../../engines/iteration.ts'
import { markedInterface } from '../../engines/marked-interface.ts'
import { revision } from '../../engines/revision.ts'
import { entityName } from '../../names.ts'
import { testBedName } from '../../test-beds/test-bed.ts'
import { tolerances } from '../../test-beds/test-run.ts'
import { longestSummary, productStatus } from '../product.ts'

/** Name of the manifest in a product's zip. */
export const manifestName = 'product.json'

/** Path of a content in the zip: its SHA-256, so that duplicates are stored once. */
export function contentName(hash: string): string {
  return `files/${hash}`
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const portNames = z.record(
  z.string().max(255),
  z.strictObject({ name: z.string().max(255), description: z.string().max(1000) }),
)

/** One uploaded workbook. The import compiles its program again: a zip is not trusted with code. */
const zippedVersion = z.strictObject({
  revision,
  state: versionState,
  releaseNote: z.string().max(4000),
  effectiveStartDate: moment,
  effectiveEndDate: moment,
  properties: z.record(z.string().max(255), z.union([z.string().max(4000), z.number(), z.boolean()])),
  portNames: z.strictObject({ inputs: portNames.optional(), outputs: portNames.optional() }),
  iteration: iteration.optional().describe('What the author set for cells that need their own value'),
  marks: markedInterface.optional().describe('Inputs and outputs that were marked instead of named'),
  restoredFrom: revision.nullable(),
  fileName: z.string().min(1).max(255),
  hash,
  programHash: hash.nullable().describe('What the program had where it was exported, to compare with'),
  proof: foreignProof.optional().describe('What proving it gave where it was exported, to compare with'),
  approvals: z
    .array(foreignApproval)
    .max(1000)
    .optional()
    .describe('Who asked for it to be published, and who approved'),
})

export type ZippedVersion = z.infer<typeof zippedVersion>

/** The newest cases of a test bed; the content has one case per line, as JSON. */
const zippedTestBed = z.strictObject({
  name: testBedName,
  description: z.string().max(4000),
  tolerances,
  note: z.string().max(4000),
  cases: z.int().min(0),
  inputs: z.array(z.string().max(255)).max(10_000),
  outputs: z.array(z.string().max(255)).max(10_000),
  hash,
})

export type ZippedTestBed = z.infer<typeof zippedTestBed>

const zippedForm = z.strictObject({
  layout: formLayout,
  ports: z.array(knownPort).max(10_000).describe('The inputs and outputs that it was made for'),
  note: z.string().max(2000),
})

export type ZippedForm = z.infer<typeof zippedForm>

const zippedEngine = z.strictObject({
  serviceName: entityName,
  engineType,
  connectorUrl: z.string().max(2000).nullable(),
  mayLeave: z.boolean(),
  versions: z.array(zippedVersion).min(1).max(10_000).describe('Oldest first'),
  testBeds: z.array(zippedTestBed).max(1000).optional(),
  form: zippedForm.optional().describe('The form of its calculator that was published last'),
})

export type ZippedEngine = z.infer<typeof zippedEngine>

const zippedDocument = z.strictObject({
  section: sectionName,
  fileName: documentName,
  metadata: z.record(z.string().max(120), z.string().max(4000)),
  versions: z
    .array(z.strictObject({ hash, size: z.int().min(0) }))
    .min(1)
    .max(10_000)
    .describe('Oldest first'),
})

export type ZippedDocument = z.infer<typeof zippedDocument>

/** The manifest of a product's zip. */
export const productManifest = z.strictObject({
  format: z.literal('sheetwright-product'),
  formatVersion: z.literal([1, 2]).describe('2 where tests, proofs or approvals came along'),
  exportedAt: moment,
  product: z.strictObject({
    name: entityName,
    category: z.array(z.string().max(120)).max(50),
    description: z.string().max(4000),
    summary: z.string().max(longestSummary),
    launchDate: day.nullable(),
    startDate: day.nullable(),
    status: productStatus,
    cover: hash.nullable(),
  }),
  sections: z
    .array(z.strictObject({ name: sectionName, fileTypes }))
    .max(mostSections)
    .describe('In their order'),
  documents: z.array(zippedDocument).max(100_000),
  engines: z.array(zippedEngine).max(10_000),
})

export type ProductManifest = z.infer<typeof productManifest>
