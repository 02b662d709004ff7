import { engineType } from '@sheetwright/contract/engines/engine.ts'
import { acknowledgement } from '@sheetwright/contract/engines/publish-checks.ts'
import { versionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import { z } from 'zod'

/** The data of the job that builds an upload. */
export const compileRequest = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  uploadId: z.uuid(),
  /** Where the workbook goes, for a link. */
  productId: z.uuid().optional(),
  /** The job that went on after the inputs and outputs were marked. */
  continuedBy: z.uuid().optional(),
  /** Id of the version to create, if the caller already received it. */
  versionId: z.uuid().optional(),
  correlationId: z.string(),
  actorId: z.uuid().nullable(),
  actorName: z.string(),
  /** Groups of the uploader: their rules limit the number of engines. */
  groups: z.array(z.string()),
  asked: z.object({
    releaseNote: z.string(),
    versionUpgrade: versionUpgrade.optional(),
    effectiveStartDate: z.string().optional(),
    effectiveEndDate: z.string().optional(),
    engineType: engineType.optional(),
    publish: z.boolean(),
    acknowledge: acknowledgement.optional(),
  }),
})

export type CompileRequest = z.infer<typeof compileRequest>
