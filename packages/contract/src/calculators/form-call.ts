import { z } from 'zod'
import { json } from '../call.ts'
import { engineAddress, executeErrors } from '../execution/engine-address.ts'

const versionChoice = {
  versionId: z.uuid().optional().describe('The version that runs; the one in effect unless given'),
}

const formChoice = {
  form: z
    .enum(['published', 'generated'])
    .default('published')
    .describe('The form that the author published, if there is one, or the one that the engine has by itself'),
}

export const specRequest = json(z.strictObject({ ...versionChoice, ...formChoice }).prefault({}))

export const stateRequest = json(
  z
    .strictObject({ ...versionChoice, ...formChoice, inputs: z.record(z.string(), z.unknown()).default({}) })
    .prefault({}),
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

/** What the calls of the form builder have in common. */
export const formBuilderCall = {
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngineFormBuilder', rule: 'ProductTutorial' },
  errors: [...executeErrors, 'PRODUCT_TUTORIAL_UPLOAD_ERROR', 'FORM_VERSION_NOT_FOUND', 'CONFLICT'],
} as const
