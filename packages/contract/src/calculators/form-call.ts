import { z } from 'zod'
import { json } from '../call.ts'
import { engineAddress, executeErrors } from '../execution/engine-address.ts'

const versionChoice = {
  versionId: z.uuid().optional().describe('The version that runs; the one in effect unless given'),
}

export const specRequest = json(z.strictObject(versionChoice).prefault({}))

export const stateRequest = json(
  z.strictObject({ ...versionChoice, inputs: z.record(z.string(), z.unknown()).default({}) }).prefault({}),
)

/** What the calls about the form of an engine have in common. */
export const formCall = {
  method: 'POST',
  caller: 'user',
  keyScope: 'execute',
  visitors: true,
  params: engineAddress,
  errors: executeErrors,
} as const
