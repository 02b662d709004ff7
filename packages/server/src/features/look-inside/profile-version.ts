import { profileVersion, type VersionProfile } from '@sheetwright/contract/look-inside/profile-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoVersion } from './look-at.access.ts'

export const profileVersionHandler = handle(profileVersion, async ({ caller, params, body, services }) => {
  const question = (run: Parameters<Parameters<typeof lookIntoVersion>[3]['question']>[0]) =>
    ({ kind: 'profile', run }) as const
  const asked = { question, run: body.run ?? { inputs: {} } }
  return (await lookIntoVersion(services, caller, params, asked)) as VersionProfile
})
