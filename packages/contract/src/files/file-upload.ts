import { z } from 'zod'
import { moment } from '../dates.ts'

/** Larger files are sent in parts, so that a lost connection costs at most one part. */
export const partBytes = 8 * 1024 * 1024

/** A multipart upload in progress. */
export const fileUpload = z
  .object({
    id: z.uuid(),
    name: z.string(),
    size: z.int(),
    partBytes: z.int().describe('Every part but the last has this size'),
    parts: z.array(z.int()).describe('Numbers of the parts that have arrived, from 1'),
    createdAt: moment,
  })
  .meta({ id: 'FileUpload' })

export type FileUpload = z.infer<typeof fileUpload>
