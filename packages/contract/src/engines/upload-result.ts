import { z } from 'zod'
import { moment } from '../dates.ts'
import { comparedReference } from '../master-references/engine-reference.ts'
import { versionState } from './engine.ts'
import { effectiveIteration } from './iteration.ts'
import { engineInterface } from './interface.ts'
import { parityReport, workbookDiagnostic } from './proof.ts'
import { revision, versionUpgrade } from './revision.ts'

/** Differing cells and diagnostics included in an upload result; `getParity` has all of them. */
export const shownFindings = 500

const bumpReason = z
  .object({
    kind: z.enum([
      'first version',
      'input removed',
      'output removed',
      'input type changed',
      'output type changed',
      'result changed',
      'input added',
      'output added',
      'same interface and results',
    ]),
    name: z.string().nullable().describe('The input or output, with its subservice before a dot'),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: 'BumpReason' })

export type BumpReason = z.infer<typeof bumpReason>

/** The result of an uploaded workbook. */
export const engineUploadResult = z
  .object({
    productId: z.uuid(),
    engineId: z.uuid(),
    versionId: z.uuid(),
    state: versionState,
    bookSummary: z.object({
      author: z.string(),
      uploadDate: moment,
      releaseNotes: z.string(),
      releaseDate: moment.nullable(),
      uploaderEmail: z.string(),
      serviceName: z.string(),
      revision,
      fileGuid: z.uuid(),
      fileName: z.string(),
      hash: z.string(),
      fileSize: z.int(),
      programSize: z.int(),
      readMs: z.number(),
      compileMs: z.number(),
      proveMs: z.number(),
      evalMicros: z.number().describe('What one run takes'),
      effectiveStartDate: moment,
      effectiveEndDate: moment,
    }),
    noOfSheets: z.int(),
    noOfInputs: z.int(),
    noOfOutputs: z.int(),
    noOfFormulas: z.int(),
    noOfCellsWithData: z.int(),
    referenceBlocks: z.array(z.string()),
    referenceTables: z.array(z.string()),
    referenceRangeMetadatas: z
      .array(comparedReference)
      .describe('The Xref_ ranges, each held against the master that it is bound to'),
    validationErrors: z.array(
      z.object({
        sourcePath: z.string(),
        message: z.string(),
        additionalDetails: z.string(),
        errorType: z.string(),
      }),
    ),
    warnings: z.array(z.object({ key: z.string(), value: z.string() })),
    releaseNoteRequired: z.boolean(),
    originalFileDocumentId: z.uuid(),
    engineFileDocumentId: z.uuid(),
    jobId: z.uuid(),
    proposal: z.object({
      previous: revision.nullable().describe('The version it was compared with; null for the first one'),
      highest: revision
        .optional()
        .describe('The highest revision of the engine, drafts included; the next counts from it'),
      upgrade: versionUpgrade,
      revision,
      reasons: z.array(bumpReason),
    }),
    interface: engineInterface,
    iteration: effectiveIteration.nullable().describe('Null where cells that need their own value have none'),
    parity: parityReport,
    diagnostics: z.array(workbookDiagnostic),
    blockedBecause: z.string().nullable().describe('Why the version must not be published'),
  })
  .meta({ id: 'EngineUploadResult' })

export type EngineUploadResult = z.infer<typeof engineUploadResult>
