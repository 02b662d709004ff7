import { profileVersion, type VersionProfile } from '@sheetwright/contract/look-inside/profile-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoVersion, seenVersion } from './look-at.access.ts'

const bytesOfCell = 8

export const profileVersionHandler = handle(profileVersion, async ({ caller, params, body, services }) => {
  const question = (run: Parameters<Parameters<typeof lookIntoVersion>[3]['question']>[0]) =>
    ({ kind: 'profile', run }) as const
  const asked = { question, run: body.run ?? { inputs: {} } }
  const profile = (await lookIntoVersion(services, caller, params, asked)) as Omit<VersionProfile, 'memoryBytes'>
  const { tenantId } = caller
  const { programHash } = await services.db.inTenant(tenantId, (tx) => seenVersion(tx, caller, params))
  const program = programHash === null ? 0 : ((await services.files.size(tenantId, programHash)) ?? 0)
  return { ...profile, memoryBytes: program + profile.cells * bytesOfCell }
})
