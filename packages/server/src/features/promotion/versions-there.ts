import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { engineVersion } from '@sheetwright/contract/engines/engine.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { promotionVerdict, type VersionThere } from '@sheetwright/contract/promotion/target.ts'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'

/** Names of an engine, which are the same in both installations. */
export interface AddressThere {
  readonly product: string
  readonly engine: string
}

/** The fields of a remote version that are used; an older or newer installation may send more. */
const toldVersion = z.object(engineVersion.shape).pick({
  id: true,
  revision: true,
  state: true,
  fileHash: true,
  effectiveStartDate: true,
  effectiveEndDate: true,
})

type ToldVersion = z.infer<typeof toldVersion>

/** The remote versions; empty if the engine does not exist there yet. */
export async function versionsThere(client: Client, params: AddressThere): Promise<readonly ToldVersion[]> {
  try {
    return toldAs(z.array(toldVersion), (await client.call(getVersions, { params })).items)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

/** The remote version that answers calls now. */
export function runningOf(versions: readonly ToldVersion[]): ToldVersion | undefined {
  const now = Date.now()
  return versions.find(
    ({ state, effectiveStartDate, effectiveEndDate }) =>
      state === 'Active' && Date.parse(effectiveStartDate) <= now && now <= Date.parse(effectiveEndDate),
  )
}

/** A remote version with its proof. */
export async function provenThere(
  client: Client,
  address: AddressThere,
  { id, revision, state }: Pick<ToldVersion, 'id' | 'revision' | 'state'>,
): Promise<VersionThere> {
  const told = await foundThere(client.call(getParity, { params: { ...address, version: id } }))
  const { verdict } = toldAs(z.object({ verdict: promotionVerdict }), told.parity)
  return { id, revision, state, proof: verdict }
}

/** For things that the other installation has just reported: any API error, even "not found", fails the promotion. */
export function foundThere<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new CallError('PROMOTION_FAILED', `The other installation: ${error.message}`)
  })
}

/** Validates an answer of another installation, which may have another format. */
export function toldAs<T>(schema: z.ZodType<T>, told: unknown): T {
  const read = schema.safeParse(told)
  if (read.success) return read.data
  throw new CallError('PROMOTION_FAILED', 'The other installation answers in a form that this one does not know')
}
