import { z } from 'zod'
import { moment, writtenDateOrEmpty } from '../dates.ts'
import { type VersionUpgrade, versionUpgrade } from './revision.ts'

export const tenantName = z.string().min(1).max(63)

const nameOrId = z.string().min(1).max(200)

export const serviceParams = z.object({ tenant: tenantName, folder: nameOrId, service: nameOrId })

export const servicePath = '/{tenant}/api/v3/folders/{folder}/services/{service}'

/** Any value other than these three leaves the choice to the proposal. */
export const looseUpgrade = z
  .string()
  .nullish()
  .transform((text): VersionUpgrade | undefined => versionUpgrade.safeParse(text?.toLowerCase()).data)

export const publishingFields = {
  effective_start_date: writtenDateOrEmpty,
  effective_end_date: writtenDateOrEmpty,
  version_difference: looseUpgrade,
}

const count = z.int().nullable().describe('Null until the compilation has ended')

/** Facts about an uploaded workbook after reading it. */
export const workbookCounts = {
  no_of_sheets: count,
  no_of_inputs: count,
  no_of_outputs: count,
  no_of_formulas: count,
  no_of_cellswithdata: count,
  warnings: z.array(z.object({ key: z.string(), value: z.string() })).nullable(),
}

export const foundService = z.object({
  service_id: z.uuid(),
  service_name: z.string(),
  folder_id: z.uuid(),
  folder_name: z.string(),
  service_uri: z.string(),
  version_id: z.uuid().nullable(),
  version: z.string().nullable(),
  status: z.string().nullable(),
  compiler_type: z.string(),
  effective_start_date: moment.nullable(),
  effective_end_date: moment.nullable(),
  created_at: moment,
  updated_at: moment,
})
