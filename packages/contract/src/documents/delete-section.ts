import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { section, sectionParams } from './section.ts'

export const deleteSection = defineCall({
  id: 'documents.deleteSection',
  method: 'DELETE',
  path: '/api/v1/product/{product}/sections/delete/{section}',
  summary:
    'Delete a section; those behind it move up. With documents in it that needs force, which deletes them as well: they ' +
    'can be brought back for 30 days. The last section of a product stays.',
  caller: 'user',
  params: sectionParams,
  query: z.strictObject({ force: z.enum(['true', 'false']).default('false') }),
  output: data(z.array(section).describe('The sections that are left, in their order')),
  errors: ['PRODUCT_NOT_FOUND', 'SECTION_NOT_FOUND', 'SECTION_NOT_EMPTY', 'LAST_SECTION'],
})
