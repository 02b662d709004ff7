import { z } from 'zod'

export const dictionaryColumns = ['name', 'direction', 'type', 'unit', 'allowed', 'description'] as const

/** The request to the child process: the zip is in its folder. */
export interface ReadDictionaryRequest {
  readonly folder: string
}

export const uploadName = 'upload.zip'

const place = { file: z.string(), row: z.int() }

export const readDictionaryAnswer = z.object({
  files: z.int(),
  rows: z.array(z.object({ ...place, values: z.record(z.string(), z.string()) })),
  problems: z.array(z.object({ ...place, message: z.string() })),
})

export type ReadDictionaryAnswer = z.infer<typeof readDictionaryAnswer>
