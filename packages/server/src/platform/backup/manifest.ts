import { z } from 'zod'

/** Incremented when older versions of the product cannot restore a newer backup. */
export const BACKUP_FORMAT = 1

/** The manifest of a backup: written last, read first. */
export const manifestSchema = z.object({
  format: z.number(),
  product: z.string(),
  createdAt: z.string(),
  /** The schema version of the rows. */
  migrations: z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.object({
    count: z.number(),
    /** Contents that the database lists and the store did not have, or had damaged. */
    missing: z.array(z.object({ tenantId: z.string(), hash: z.string(), reason: z.string() })),
  }),
})

export type Manifest = z.infer<typeof manifestSchema>

export const MANIFEST_ENTRY = 'manifest.json'

export function tableEntry(table: string): string {
  return `database/${table}.copy`
}

export function fileEntry(tenantId: string, hash: string): string {
  return `files/${tenantId}/${hash}`
}

const filePattern = /^files\/([0-9a-f-]{36})\/([0-9a-f]{64})$/

export function parseFileEntry(entry: string): { tenantId: string; hash: string } | undefined {
  const [, tenantId, hash] = filePattern.exec(entry) ?? []
  return tenantId === undefined || hash === undefined ? undefined : { tenantId, hash }
}
