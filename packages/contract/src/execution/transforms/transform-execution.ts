import { z } from 'zod'
import { json, withInputs } from '../../call.ts'
import { executeErrors } from '../engine-address.ts'

/** Shared parts of the paths where a transform is executed. */
export const transformExecution = {
  method: 'POST',
  caller: 'user',
  keyScope: 'execute',
  body: json(z.record(z.string(), z.unknown()).prefault({}), withInputs),
  output: { kind: 'plain', schema: z.record(z.string(), z.unknown()).meta({ id: 'TransformedAnswer' }) },
  errors: [...executeErrors, 'TRANSFORM_NOT_FOUND'],
} as const
