import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { fileTypes, section, sectionName, sectionParams, sectionPosition } from './section.ts'

export const updateSection = defineCall({
  id: 'documents.updateSection',
  method: 'POST',
  path: '/api/v1/product/{product}/sections/update/{section}',
  summary: 'Rename a section, give it another place, or change what it takes. What is left out stays as it is.',
  caller: 'user',
  params: sectionParams,
  body: json(
    z.strictObject({
      name: sectionName.optional(),
      position: sectionPosition.optional(),
      fileTypes: fileTypes.optional().describe('A type that documents in the section have cannot be taken away'),
    }),
  ),
  output: data(z.array(section).describe('All sections of the product, in their new order')),
  errors: ['PRODUCT_NOT_FOUND', 'SECTION_NOT_FOUND', 'SECTION_ALREADY_EXISTS', 'INVALID_FILE_TYPE'],
})
