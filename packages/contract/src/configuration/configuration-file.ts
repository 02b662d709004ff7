import { z } from 'zod'
import { builtInColumn, mostColumns } from '../board/board-column.ts'
import { categoryIcon, categoryKey } from '../categories/category.ts'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { type AreaFlag, areaFlags } from '../system/area-flags.ts'
import { moduleRules } from '../user-groups/rules.ts'
import { groupLabel } from '../users/group-label.ts'

const hidden = 'Null hides the entry of that key that every installation has'

const entry = z.strictObject({
  key: z.string().trim().min(1).max(200),
  value: z.string().max(2000).nullable().describe(hidden),
})

const category = z.strictObject({
  key: categoryKey,
  value: z.string().max(2000).nullable().describe(hidden),
  icon: categoryIcon.nullable(),
})

const flags = Object.fromEntries(areaFlags.map((flag) => [flag, z.boolean().optional()])) as Record<
  AreaFlag,
  z.ZodOptional<z.ZodBoolean>
>

/** A tenant's configuration as one file. Lists hold the tenant's own entries, which override the built-in ones. */
export const configurationFile = z
  .strictObject({
    format: z.literal('sheetwright.configuration'),
    version: z.literal(1),
    flags: z.strictObject(flags).describe('Areas that are on or off; one that is left out stays as it is'),
    userGuideUrl: z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
      .max(2000)
      .nullable(),
    categories: z.array(category).max(500),
    productStatuses: z.array(entry).max(100),
    purposes: z.array(entry).max(500),
    fileTypes: z.array(entry).max(500),
    boardColumns: z
      .array(z.strictObject({ name: entityName, builtIn: builtInColumn.nullable() }))
      .min(1)
      .max(mostColumns),
    groupRules: z
      .array(z.strictObject({ userGroup: groupLabel, moduleRules }))
      .max(5000)
      .describe('A group that is left out stays as it is; one that does not exist is made'),
  })
  .check(({ value, issues }) => {
    const repeated = (path: string, keys: readonly string[]) => {
      const seen = new Set<string>()
      keys.forEach((key, index) => {
        const same = key.normalize('NFC').toLowerCase()
        if (seen.has(same)) {
          issues.push({ code: 'custom', path: [path, index], message: `"${key}" stands there twice`, input: key })
        }
        seen.add(same)
      })
    }
    for (const list of ['categories', 'productStatuses', 'purposes', 'fileTypes'] as const) {
      repeated(
        list,
        value[list].map(({ key }) => key),
      )
    }
    repeated(
      'boardColumns',
      value.boardColumns.map(({ name }) => name),
    )
    repeated(
      'groupRules',
      value.groupRules.map(({ userGroup }) => userGroup),
    )
  })
  .meta({ id: 'ConfigurationFile' })

export type ConfigurationFile = z.infer<typeof configurationFile>

export const configurationDifference = z
  .object({
    path: z.string().describe('What differs, such as flags.ShowInsights'),
    before: z.string().nullable().describe('Null: it is not there'),
    after: z.string().nullable(),
  })
  .meta({ id: 'ConfigurationDifference' })

export type ConfigurationDifference = z.infer<typeof configurationDifference>

export const configurationChange = z
  .object({
    id: z.uuid(),
    appliedBy: z.string(),
    appliedAt: moment,
    undoneAt: moment.nullable(),
    differences: z.array(configurationDifference),
    mayUndo: z.boolean().describe('It is the latest one and was not undone'),
  })
  .meta({ id: 'ConfigurationChange' })

export type ConfigurationChange = z.infer<typeof configurationChange>
