import { z } from 'zod'
import { json } from '../call.ts'
import { engineAddress, executeErrors } from '../execution/engine-address.ts'

/** Scenarios shown side by side. */
export const mostScenarios = 4

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

export const pdfRequest = json(
  z
    .strictObject({
      ...versionChoice,
      ...formChoice,
      scenarios: z
        .array(z.record(z.string(), z.unknown()))
        .min(1)
        .max(mostScenarios)
        .default([{}])
        .describe('The inputs of each scenario; what is not given is as the form begins'),
      language: z.enum(['en', 'ja']).default('en'),
    })
    .prefault({}),
)

/** Shared parts of the calls about an engine's form. */
export const formCall = {
  method: 'POST',
  caller: 'user',
  keyScope: 'execute',
  visitors: true,
  params: engineAddress,
  errors: executeErrors,
} as const

/** Shared parts of the form builder's calls. */
export const formBuilderCall = {
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngineFormBuilder', rule: 'ProductTutorial' },
  errors: [...executeErrors, 'PRODUCT_TUTORIAL_UPLOAD_ERROR', 'FORM_VERSION_NOT_FOUND', 'CONFLICT'],
} as const
