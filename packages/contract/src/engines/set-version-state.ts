import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineVersion, versionState } from './engine.ts'
import { versionParams } from './engine-address.ts'
import { acknowledgement } from './publish-checks.ts'

/** Allowed transitions of a version from each state. A draft becomes active by being published. */
export const versionStateChanges: Readonly<
  Record<z.infer<typeof versionState>, readonly z.infer<typeof versionState>[]>
> = {
  Draft: ['Active', 'Archived'],
  Active: ['Inactive'],
  Inactive: ['Active', 'Archived'],
  Archived: ['Inactive'],
}

export const setVersionState = defineCall({
  id: 'engines.setVersionState',
  method: 'PUT',
  path: '/api/v1/product/{product}/engines/versionstate/{engine}/{version}',
  summary:
    'Take a version out of use or put it back: Active, Inactive (refuses execution) or Archived (hidden). Required test beds have ' +
    'to pass before it is put back; where the product requires approval, it is restored instead.',
  caller: 'user',
  keyScope: 'author',
  params: versionParams,
  body: json(z.strictObject({ state: versionState.exclude(['Draft']), acknowledge: acknowledgement.optional() })),
  output: data(engineVersion),
  errors: [
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'ENGINE_NOT_PROVEN',
    'PUBLISH_CHECKS_FAILED',
    'APPROVAL_REQUIRED',
    'STATUS_CHANGE_NOT_ALLOWED',
  ],
})
