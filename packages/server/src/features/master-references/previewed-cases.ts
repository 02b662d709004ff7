import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { firstCases } from '../test-beds/test-case.store.ts'
import { listTestBeds } from '../test-beds/test-bed.store.ts'
import type { TestBedInputs } from './tables/table-request.ts'

/** The most cases that a preview computes in total: somebody waits for its answer. */
const mostCases = 500
const mostBeds = 20

export interface PreviewedBed extends TestBedInputs {
  readonly name: string
  /** Number of cases of its latest version. */
  readonly count: number
}

/** The first cases of an engine's test beds, with the input names of its workbook. */
export async function previewedCases(
  tx: TenantTransaction,
  caller: UserIdentity,
  engineId: string,
  { inputs: renamed = {} }: StoredVersion['portNames'],
): Promise<PreviewedBed[]> {
  const search = [{ field: 'engineId' as const, value: engineId }]
  const { items } = await listTestBeds(tx, caller, { page: 1, pageSize: mostBeds, sort: 'name', search })
  const originals = new Map(Object.entries(renamed).map(([original, { name }]) => [name.toLowerCase(), original]))
  const share = Math.max(1, Math.floor(mostCases / Math.max(1, items.length)))
  const beds: PreviewedBed[] = []
  for (const { id, name, noOfTest, latestTestbedVersionId } of items) {
    if (latestTestbedVersionId === null) continue
    const cases = await firstCases(tx, latestTestbedVersionId, share)
    beds.push({
      id,
      name,
      count: noOfTest,
      cases: cases.map(({ inputs }) =>
        Object.fromEntries(
          Object.entries(inputs).map(([key, value]) => [originals.get(key.toLowerCase()) ?? key, value]),
        ),
      ),
    })
  }
  return beds
}
