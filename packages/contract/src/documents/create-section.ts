import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { everyFileType, fileTypes, productParams, section, sectionName, sectionPosition } from './section.ts'

export const createSection = defineCall({
  id: 'documents.createSection',
  method: 'POST',
  path: '/api/v1/product/{product}/sections/create',
  summary: 'Give a product another section. Those behind its place move on by one.',
  caller: 'user',
  params: productParams,
  body: json(
    z.strictObject({
      name: sectionName,
      position: sectionPosition.optional().describe('From 1; the last place unless given'),
      fileTypes: fileTypes.default([...everyFileType]),
    }),
  ),
  output: data(section),
  errors: ['PRODUCT_NOT_FOUND', 'SECTION_ALREADY_EXISTS', 'TOO_MANY_SECTIONS'],
})
