import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { template, templatePageSize } from './template.ts'

const fields = ['templateName_co', 'category_in', 'isstarred'] as const

export type TemplateFilter = (typeof fields)[number]

export const listTemplates = defineCall({
  id: 'templates.listTemplates',
  method: 'POST',
  path: '/api/v1/template/list',
  summary:
    'List the templates for engines, a page at a time. Filters: templateName_co matches names and descriptions that contain ' +
    'the value, without regard to case; category_in takes exact keys, separated by commas; isstarred is true or false. A ' +
    'page has 4 templates, or 1000 when only favourites are asked for.',
  caller: 'user',
  flag: 'ShowTemplates',
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(templatePageSize.favourites).optional(),
        sort: z.enum(['name', '-name', 'updated', '-updated']).default('name'),
        search: z
          .array(z.strictObject({ field: z.enum(fields), value: z.union([z.string().max(500), z.boolean()]) }))
          .max(20)
          .default([])
          .describe('Every pair has to match'),
      })
      .prefault({}),
  ),
  output: list(template),
  errors: [],
})
